/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * A loaded object with its maps mapped, one CPU that sends, a reader that is a function, and a
 * model of what must have been counted. The model is compared after every case.
 */
#ifndef RINGTAIL_TEST_WORLD_H
#define RINGTAIL_TEST_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <linux/bpf.h>
#include <bpf/libbpf.h>

#include "../src/ringtail_abi.h"
#include "stages.h"

#define KIB 1024u
#define MIB (1024u * KIB)

/* What a loader chooses. Zero means: 1 MiB, 1 ring, the longest snap length, the packet passes. */
struct world_setup {
	const char *object; /* default ringtail_xdp; with tc: ringtail_tc */
	bool tc;
	uint32_t ring_bytes;
	uint32_t rings;
	uint32_t snap_length;
	uint32_t verdict;
	uint32_t interface_id;
	bool no_frags;
	bool preempt_rt;
	bool no_bells;
	struct world *shares_rings_of; /* opened before, another interface of the same capture */
	int32_t more_slack;	       /* bytes, may be negative: a loader that is wrong */
};

struct ring {
	struct ringtail_consumer *consumer;
	struct ringtail_producer *producer;
	const uint8_t *data;
	uint64_t position; /* of the reader */
};

/* A record that must come next. */
struct expected_record {
	const uint8_t *data;
	uint32_t interface_id;
	uint32_t kept;
	uint32_t original;
	uint32_t direction; /* 0: a record of XDP, without options */
};

struct world {
	struct world_setup setup;
	struct ringtail_settings settings;
	struct bpf_object *object;
	struct bpf_object *stages;
	struct bpf_object *nop;
	struct stage_data *stage_data;
	int entry, capture, slots, ring_of_cpu;
	int ingress, egress; /* of tc; entry is one of them, see world_direct */
	uint32_t direction;
	int bell; /* of all rings */
	int cpus, cpu;
	size_t ring_element;
	uint8_t *rings_map;
	struct ringtail_counters *counters; /* of every CPU */
	struct ringtail_control *control;
	struct ring ring[4];

	uint32_t extent;   /* what the filter in front asks for */
	uint64_t ahead_ns; /* of the wall clock, by a changed offset */
	uint64_t sent_first_ns;
	uint64_t last_ns; /* timestamp of the record read last */
	struct ringtail_counters model;
	uint64_t model_bells, model_bells_failed;
	struct expected_record *expected;
	size_t expected_count, expected_read, expected_room;
	uint8_t *taken; /* bytes as a reader would write them to a file */
	size_t taken_bytes, taken_room;
};

extern const char *objects_directory;

/* Bytes of packet n; any length up to PACKET_MAX. */
#define PACKET_MAX 65536u
const uint8_t *packet(unsigned int n);

/* Opens; a failure ends the case. After the case worlds_check and worlds_close see to all worlds.
 */
struct world *world_open(struct world_setup setup);
/* 0, or a negative errno of the load. The world stays open only if 0. */
int world_try_open(struct world_setup setup, struct world **world);
/* Loads stages.bpf.o beside; its program, with its frags flag and maps those of the world. */
int world_stage(struct world *world, const char *program);
/* The program that only gives the verdict, loaded beside. */
int world_load_nop(struct world *world);
/* Fails unless every counter is what the model says and the funnel's identities hold. */
void worlds_check(void);
void worlds_close(void);

void world_set_slot(struct world *world, uint32_t slot, int program);
void world_clear_slot(struct world *world, uint32_t slot);
void world_set_ring_of_cpu(struct world *world, uint32_t ring);
/* What is sent from now on goes this way; tc only. */
void world_direct(struct world *world, uint32_t direction);
/* Moves an empty ring to a position. */
void world_place(struct world *world, uint32_t ring, uint64_t position);

/* Runs a program on a packet and expects the verdict. */
void run_program(struct world *world, int program, const uint8_t *data, uint32_t length);
/* Sends to the entry program; the packet must be written. */
void send_written(struct world *world, const uint8_t *data, uint32_t length);
/* Sends to the entry program; the packet must be counted there, a drop or filtered. */
void send_uncaptured(struct world *world, const uint8_t *data, uint32_t length, __u64 *counted);
/* Tells the model that a packet is written by other means than send_written. */
void expect_written(struct world *world, const uint8_t *data, uint32_t length);

/* Takes all finished records out, stretch by stretch, and compares them with those expected. */
void read_all(struct world *world, uint32_t ring);
/* The same for the first `bytes`, which must be a record boundary. */
void read_bytes(struct world *world, uint32_t ring, uint64_t bytes);

/* Of a record of XDP. */
uint32_t record_length(uint32_t kept);
uint64_t wall_ns(void);
int64_t tai_offset_ns(void);

#endif
