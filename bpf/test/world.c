// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <sys/mman.h>
#include <sys/timex.h>
#include <linux/pkt_cls.h>
#include <bpf/bpf.h>

#include "tap.h"
#include "world.h"

#define NS_PER_S 1000000000ll

const char *objects_directory;

static struct world *worlds[4];

const uint8_t *packet(unsigned int n)
{
	static uint8_t pool[2 * PACKET_MAX];

	if (!pool[0]) {
		uint32_t state = 1;

		for (size_t i = 0; i < sizeof(pool); i++) {
			state = state * 1664525 + 1013904223;
			pool[i] = state >> 24 | 1; /* no zeros: padding differs from data */
		}
	}
	return pool + n * 131 % PACKET_MAX;
}

uint64_t wall_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return now.tv_sec * NS_PER_S + now.tv_nsec;
}

int64_t tai_offset_ns(void)
{
	struct timex timex = {};

	adjtimex(&timex);
	return timex.tai * NS_PER_S;
}

uint32_t record_length(uint32_t kept)
{
	return RINGTAIL_EPB_OVERHEAD + ((kept + 3) & ~3u);
}

static struct bpf_object *open_object(const char *name)
{
	char path[4096];

	snprintf(path, sizeof(path), "%s/%s.bpf.o", objects_directory, name);
	return bpf_object__open_file(path, NULL);
}

/* The loader's part that all objects share: frags flag and settings. */
static void configure(struct world *world, struct bpf_object *object)
{
	struct bpf_map *rodata = bpf_object__find_map_by_name(object, ".rodata");
	bool frags = !world->setup.no_frags && !world->setup.tc;
	struct bpf_program *program;

	bpf_object__for_each_program (program, object)
		bpf_program__set_flags(program, frags ? BPF_F_XDP_HAS_FRAGS : 0);
	EXPECT(!bpf_map__set_initial_value(rodata, &world->settings, sizeof(world->settings)),
	       "section .rodata holds more than the settings");
}

static int program_fd(struct bpf_object *object, const char *name)
{
	return bpf_program__fd(bpf_object__find_program_by_name(object, name));
}

static int map_fd(struct bpf_object *object, const char *name)
{
	return bpf_map__fd(bpf_object__find_map_by_name(object, name));
}

static void *map_memory(struct bpf_object *object, const char *name, size_t length)
{
	int fd = map_fd(object, name);
	void *memory = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	EXPECT(memory != MAP_FAILED, "map %s cannot be mapped: %s", name, strerror(errno));
	return memory;
}

static void create_bells(struct world *world)
{
	uint32_t keys[4], values[4], count = world->setup.rings;

	world->bell =
		bpf_map_create(BPF_MAP_TYPE_RINGBUF, "ringtail_bell", 0, 0, RINGTAIL_PAGE, NULL);
	EXPECT(world->bell >= 0, "a bell cannot be created: %s", strerror(errno));
	for (uint32_t i = 0; i < count; i++) {
		keys[i] = i;
		values[i] = world->bell;
	}
	EXPECT(!bpf_map_update_batch(map_fd(world->object, "ringtail_bells"), keys, values, &count,
				     NULL),
	       "bells cannot be put into their map: %s", strerror(errno));
}

static void map_all(struct world *world)
{
	world->rings_map = map_memory(world->object, "ringtail_rings",
				      world->ring_element * world->setup.rings);
	for (uint32_t i = 0; i < world->setup.rings; i++) {
		uint8_t *element = world->rings_map + i * world->ring_element;

		world->ring[i].consumer = (void *)element;
		world->ring[i].producer = (void *)(element + RINGTAIL_PAGE);
		world->ring[i].data = element + RINGTAIL_RING_DATA;
		world->ring[i].consumer->wake_at = RINGTAIL_AWAKE;
	}
	world->counters = map_memory(world->object, "ringtail_counters",
				     world->cpus * sizeof(*world->counters));
	world->control = map_memory(world->object, "ringtail_control", sizeof(*world->control));
	world->control->tai_offset_ns = tai_offset_ns();
	world->control->gate = 1;
}

/* What belongs to the capture and not to one of its interfaces. */
static void share(struct world *world, struct world *other)
{
	static const char *names[] = {"ringtail_rings", "ringtail_ring_of_cpu", "ringtail_bells"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		struct bpf_map *map = bpf_object__find_map_by_name(world->object, names[i]);

		EXPECT(!bpf_map__reuse_fd(map, map_fd(other->object, names[i])),
		       "map %s cannot be shared: %s", names[i], strerror(errno));
	}
}

static uint32_t options_length(const struct world_setup *setup)
{
	return setup->tc ? RINGTAIL_EPB_OPTIONS : 0;
}

static uint32_t mark_shift(const struct world_setup *setup)
{
	uint32_t longest = record_length(setup->snap_length) + options_length(setup);
	uint32_t shift = 0;

	while ((1u << shift) < longest || setup->ring_bytes >> shift > RINGTAIL_MARKS / 2)
		shift++;
	return shift;
}

static struct world *world_new(struct world_setup setup)
{
	struct world *world = calloc(1, sizeof(*world));
	size_t slack;

	for (size_t i = 0; i < sizeof(worlds) / sizeof(*worlds); i++) {
		if (!worlds[i]) {
			worlds[i] = world;
			break;
		}
	}
	setup.object = setup.object ?: setup.tc ? "ringtail_tc" : "ringtail_xdp";
	setup.ring_bytes = setup.ring_bytes ?: MIB;
	setup.rings = setup.rings ?: 1;
	setup.snap_length = setup.snap_length ?: RINGTAIL_SNAP_LENGTH_MAX;
	setup.verdict = setup.verdict ?: setup.tc ? (uint32_t)TC_ACT_UNSPEC : XDP_PASS;
	world->setup = setup;
	world->bell = -1;
	world->cpus = libbpf_num_possible_cpus();
	world->cpu = sched_getcpu();
	world->extent = RINGTAIL_WHOLE;
	slack = record_length(setup.snap_length) + options_length(&setup) + setup.more_slack;
	world->ring_element = (RINGTAIL_RING_DATA + setup.ring_bytes + slack + RINGTAIL_PAGE - 1) &
			      -RINGTAIL_PAGE;
	world->settings = (struct ringtail_settings){
		.interface_id = setup.interface_id,
		.ring_bytes = setup.ring_bytes,
		.snap_length = setup.snap_length,
		.verdict = setup.verdict,
		.preempt_rt = setup.preempt_rt,
		.mark_shift = mark_shift(&setup),
	};
	return world;
}

int world_try_open(struct world_setup setup, struct world **opened)
{
	struct world *world = world_new(setup);
	struct bpf_map *map;
	int error;

	world->object = open_object(world->setup.object);
	EXPECT(world->object, "object %s cannot be opened: %s", world->setup.object,
	       strerror(errno));
	configure(world, world->object);
	map = bpf_object__find_map_by_name(world->object, "ringtail_rings");
	bpf_map__set_value_size(map, world->ring_element);
	bpf_map__set_max_entries(map, world->setup.rings);
	map = bpf_object__find_map_by_name(world->object, "ringtail_bells");
	bpf_map__set_max_entries(map, world->setup.rings);
	map = bpf_object__find_map_by_name(world->object, "ringtail_ring_of_cpu");
	bpf_map__set_max_entries(map, world->cpus);
	map = bpf_object__find_map_by_name(world->object, "ringtail_counters");
	bpf_map__set_max_entries(map, world->cpus);
	if (setup.shares_rings_of)
		share(world, setup.shares_rings_of);
	error = bpf_object__load(world->object);
	if (error)
		return error;
	map_all(world);
	if (!setup.no_bells && !setup.shares_rings_of)
		create_bells(world);
	world->capture = program_fd(world->object, "ringtail_capture");
	if (setup.tc) {
		world->ingress = program_fd(world->object, "ringtail_ingress");
		world->egress = program_fd(world->object, "ringtail_egress");
		world_direct(world, RINGTAIL_INBOUND);
	} else {
		world->entry = program_fd(world->object, "ringtail_entry");
	}
	world->slots = map_fd(world->object, "ringtail_slots");
	world->ring_of_cpu = map_fd(world->object, "ringtail_ring_of_cpu");
	world_set_slot(world, RINGTAIL_SLOT_FILTER, world->capture);
	world_set_slot(world, RINGTAIL_SLOT_CAPTURE, world->capture);
	world_set_ring_of_cpu(world, 0);
	*opened = world;
	return 0;
}

struct world *world_open(struct world_setup setup)
{
	struct world *world = NULL;
	int error = world_try_open(setup, &world);

	EXPECT(!error, "object does not load: %s", strerror(-error));
	return world;
}

int world_stage(struct world *world, const char *name)
{
	struct bpf_map *map, *shared;
	struct bpf_program *program;

	if (!world->stages) {
		world->stages = open_object("stages");
		EXPECT(world->stages, "object stages cannot be opened: %s", strerror(errno));
		configure(world, world->stages);
		bpf_object__for_each_map (map, world->stages) {
			shared = bpf_object__find_map_by_name(world->object, bpf_map__name(map));
			if (shared)
				bpf_map__reuse_fd(map, bpf_map__fd(shared));
		}
		EXPECT(!bpf_object__load(world->stages), "stages do not load");
		world->stage_data = map_memory(world->stages, ".bss", RINGTAIL_PAGE);
	}
	program = bpf_object__find_program_by_name(world->stages, name);
	EXPECT(program, "there is no stage %s", name);
	return bpf_program__fd(program);
}

int world_load_nop(struct world *world)
{
	world->nop = open_object("ringtail_nop");
	EXPECT(world->nop, "object ringtail_nop cannot be opened: %s", strerror(errno));
	configure(world, world->nop);
	EXPECT(!bpf_object__load(world->nop), "ringtail_nop does not load");
	return bpf_program__fd(bpf_object__find_program_by_name(world->nop, "ringtail_nop"));
}

void world_set_slot(struct world *world, uint32_t slot, int program)
{
	EXPECT(!bpf_map_update_elem(world->slots, &slot, &program, BPF_ANY),
	       "slot %u cannot be filled: %s", slot, strerror(errno));
}

void world_clear_slot(struct world *world, uint32_t slot)
{
	EXPECT(!bpf_map_delete_elem(world->slots, &slot), "slot %u cannot be cleared", slot);
}

void world_set_ring_of_cpu(struct world *world, uint32_t ring)
{
	for (int cpu = 0; cpu < world->cpus; cpu++) {
		uint32_t none = RINGTAIL_NO_RING, *value = cpu == world->cpu ? &ring : &none;

		EXPECT(!bpf_map_update_elem(world->ring_of_cpu, &cpu, value, BPF_ANY),
		       "ring of CPU %d cannot be set: %s", cpu, strerror(errno));
	}
}

void world_direct(struct world *world, uint32_t direction)
{
	world->direction = direction;
	world->entry = direction == RINGTAIL_OUTBOUND ? world->egress : world->ingress;
}

void world_place(struct world *world, uint32_t index, uint64_t position)
{
	struct ring *ring = &world->ring[index];

	EXPECT_EQUAL("produced of the ring to be placed", ring->producer->produced, ring->position);
	ring->position = position;
	ring->consumer->consumed = position;
	ring->producer->consumed_cache = position;
	ring->producer->produced = position;
}

void run_program(struct world *world, int program, const uint8_t *data, uint32_t length)
{
	LIBBPF_OPTS(bpf_test_run_opts, run, .data_in = data, .data_size_in = length, .repeat = 1);

	struct world *owner = world->setup.shares_rings_of ?: world;

	if (!owner->sent_first_ns)
		owner->sent_first_ns = wall_ns();
	EXPECT(!bpf_prog_test_run_opts(program, &run), "a packet of %u bytes cannot be run: %s",
	       length, strerror(errno));
	EXPECT_EQUAL("verdict", run.retval, world->setup.verdict);
}

void expect_written(struct world *world, const uint8_t *data, uint32_t length)
{
	struct world *owner = world->setup.shares_rings_of ?: world;
	uint32_t kept = length;

	if (kept > world->extent)
		kept = world->extent;
	if (kept > world->setup.snap_length)
		kept = world->setup.snap_length;
	if (owner->expected_count == owner->expected_room) {
		owner->expected_room = owner->expected_room * 2 + 64;
		owner->expected =
			realloc(owner->expected, owner->expected_room * sizeof(*owner->expected));
	}
	owner->expected[owner->expected_count++] = (struct expected_record){
		.data = data,
		.interface_id = world->setup.interface_id,
		.kept = kept,
		.original = length,
		.direction = world->direction,
	};
	world->model.seen++;
	world->model.matched++;
	world->model.written++;
	world->model.written_bytes += kept;
	world->model.truncated += kept < length;
}

void send_written(struct world *world, const uint8_t *data, uint32_t length)
{
	expect_written(world, data, length);
	run_program(world, world->entry, data, length);
}

void send_uncaptured(struct world *world, const uint8_t *data, uint32_t length, __u64 *counted)
{
	world->model.seen++;
	if (counted != &world->model.filtered)
		world->model.matched++;
	++*counted;
	run_program(world, world->entry, data, length);
}

static void take(struct world *world, const uint8_t *bytes, size_t length)
{
	if (world->taken_bytes + length > world->taken_room) {
		world->taken_room = world->taken_bytes + length + MIB;
		world->taken = realloc(world->taken, world->taken_room);
	}
	memcpy(world->taken + world->taken_bytes, bytes, length);
	world->taken_bytes += length;
}

/* One record against what was sent; its length. */
static size_t check_record(struct world *world, const uint8_t *record, size_t room)
{
	struct expected_record *expected = &world->expected[world->expected_read];
	struct ringtail_epb epb;
	uint32_t total, last, offset = world->expected_read, options, padded;
	uint64_t time_ns;

	EXPECT(world->expected_read < world->expected_count,
	       "%zu bytes more than expected in the ring", room);
	options = expected->direction ? RINGTAIL_EPB_OPTIONS : 0;
	total = record_length(expected->kept) + options;
	padded = total - options - 4;
	EXPECT(room >= total, "record %u: %zu bytes left, %u needed", offset, room, total);
	memcpy(&epb, record, sizeof(epb));
	EXPECT_EQUAL("block type", epb.type, RINGTAIL_EPB_TYPE);
	EXPECT_EQUAL("block total length", epb.total_length, total);
	EXPECT_EQUAL("interface", epb.interface_id, expected->interface_id);
	EXPECT_EQUAL("captured length", epb.captured_length, expected->kept);
	EXPECT_EQUAL("original length", epb.original_length, expected->original);
	time_ns = (uint64_t)epb.timestamp_high << 32 | epb.timestamp_low;
	EXPECT(time_ns >= world->last_ns && time_ns >= world->sent_first_ns + world->ahead_ns &&
		       time_ns <= wall_ns() + world->ahead_ns,
	       "record %u: time %llu is not between those before and after", offset,
	       (unsigned long long)time_ns);
	world->last_ns = time_ns;
	EXPECT(!memcmp(record + RINGTAIL_EPB_HEADER, expected->data, expected->kept),
	       "record %u of %u bytes: data differs from what was sent", offset, expected->kept);
	for (uint32_t i = RINGTAIL_EPB_HEADER + expected->kept; i < padded; i++)
		EXPECT(!record[i], "record %u: padding byte %u is %u", offset, i, record[i]);
	if (options) {
		const uint32_t flags[] = {2 | 4 << 16, expected->direction, 0};

		EXPECT(!memcmp(record + padded, flags, sizeof(flags)),
		       "record %u: its options do not say direction %u alone", offset,
		       expected->direction);
	}
	memcpy(&last, record + total - 4, 4);
	EXPECT_EQUAL("block total length at its end", last, total);
	world->expected_read++;
	return total;
}

static void read_up_to(struct world *world, uint32_t index, uint64_t limit)
{
	struct ring *ring = &world->ring[index];
	uint64_t produced = __atomic_load_n(&ring->producer->produced, __ATOMIC_ACQUIRE);
	uint32_t shift = world->settings.mark_shift;

	if (limit > produced)
		limit = produced;
	while (ring->position < limit) {
		uint64_t next = (ring->position >> shift) + 1, end = limit;

		if (limit >> shift >= next)
			end = ring->producer->mark[next % RINGTAIL_MARKS];
		EXPECT(end > ring->position && end <= limit &&
			       (end == limit || end >> shift == next),
		       "mark of stretch %llu is %llu, outside %llu to %llu",
		       (unsigned long long)next, (unsigned long long)end,
		       (unsigned long long)ring->position, (unsigned long long)limit);
		take(world, ring->data + (ring->position & (world->setup.ring_bytes - 1)),
		     end - ring->position);
		ring->position = end;
	}
	__atomic_store_n(&ring->consumer->consumed, ring->position, __ATOMIC_RELEASE);
	for (size_t at = 0; at < world->taken_bytes;)
		at += check_record(world, world->taken + at, world->taken_bytes - at);
	world->taken_bytes = 0;
}

void read_bytes(struct world *world, uint32_t index, uint64_t bytes)
{
	read_up_to(world, index, world->ring[index].position + bytes);
}

void read_all(struct world *world, uint32_t index)
{
	read_up_to(world, index, UINT64_MAX);
	EXPECT_EQUAL("records read", world->expected_read, world->expected_count);
}

static void check_counters(const struct ringtail_counters *is,
			   const struct ringtail_counters *model)
{
	EXPECT_EQUAL("filtered + matched", is->filtered + is->matched, is->seen);
	EXPECT_EQUAL("written + drops",
		     is->written + is->dropped_ring_full + is->dropped_reentered +
			     is->dropped_copy_failed + is->dropped_no_ring + is->dropped_tailcall,
		     is->matched);
	EXPECT_EQUAL("seen", is->seen, model->seen);
	EXPECT_EQUAL("filtered", is->filtered, model->filtered);
	EXPECT_EQUAL("matched", is->matched, model->matched);
	EXPECT_EQUAL("written", is->written, model->written);
	EXPECT_EQUAL("dropped_ring_full", is->dropped_ring_full, model->dropped_ring_full);
	EXPECT_EQUAL("dropped_reentered", is->dropped_reentered, model->dropped_reentered);
	EXPECT_EQUAL("dropped_copy_failed", is->dropped_copy_failed, model->dropped_copy_failed);
	EXPECT_EQUAL("dropped_no_ring", is->dropped_no_ring, model->dropped_no_ring);
	EXPECT_EQUAL("dropped_tailcall", is->dropped_tailcall, model->dropped_tailcall);
	EXPECT_EQUAL("truncated", is->truncated, model->truncated);
	EXPECT_EQUAL("written_bytes", is->written_bytes, model->written_bytes);
	EXPECT_EQUAL("merged", is->merged, model->merged);
}

static void check_world(struct world *world)
{
	static const struct ringtail_counters nothing;
	uint64_t bells = 0, bells_failed = 0;

	for (int cpu = 0; cpu < world->cpus; cpu++)
		check_counters(&world->counters[cpu], cpu == world->cpu ? &world->model : &nothing);
	if (world->setup.shares_rings_of)
		return;
	for (uint32_t i = 0; i < world->setup.rings; i++) {
		read_all(world, i);
		bells += world->ring[i].producer->bells;
		bells_failed += world->ring[i].producer->bells_failed;
	}
	EXPECT_EQUAL("bells", bells, world->model_bells);
	EXPECT_EQUAL("bells_failed", bells_failed, world->model_bells_failed);
	if (world->last_ns)
		EXPECT_EQUAL("last_written_ns", world->counters[world->cpu].last_written_ns,
			     world->last_ns);
}

void worlds_check(void)
{
	for (size_t i = 0; i < sizeof(worlds) / sizeof(*worlds); i++) {
		if (worlds[i] && worlds[i]->entry)
			check_world(worlds[i]);
	}
}

static void world_close(struct world *world)
{
	if (world->rings_map)
		munmap(world->rings_map, world->ring_element * world->setup.rings);
	if (world->counters)
		munmap(world->counters, world->cpus * sizeof(*world->counters));
	if (world->control)
		munmap(world->control, sizeof(*world->control));
	if (world->stage_data)
		munmap(world->stage_data, RINGTAIL_PAGE);
	if (world->bell >= 0)
		close(world->bell);
	bpf_object__close(world->nop);
	bpf_object__close(world->stages);
	bpf_object__close(world->object);
	free(world->expected);
	free(world->taken);
	free(world);
}

void worlds_close(void)
{
	for (size_t i = 0; i < sizeof(worlds) / sizeof(*worlds); i++) {
		if (worlds[i])
			world_close(worlds[i]);
		worlds[i] = NULL;
	}
}
