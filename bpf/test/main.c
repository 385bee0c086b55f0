// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Tests of the BPF programs by BPF_PROG_TEST_RUN; needs root.
 *
 *   ringtail-bpf-test OBJECTS [GROUP...]   groups: load record wrap funnel bell torture tc;
 *                                              default all
 *   ringtail-bpf-test OBJECTS --bench      what a packet costs the producer
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "cases.h"
#include "world.h"

/* The programs run on the CPU of the caller, whose ring and counters the tests look at. */
static void stay_on_one_cpu(void)
{
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(sched_getcpu(), &cpus);
	sched_setaffinity(0, sizeof(cpus), &cpus);
}

static bool wanted(const char *group, int argc, char **argv)
{
	for (int i = 2; i < argc; i++) {
		if (!strcmp(argv[i], group))
			return true;
	}
	return argc <= 2;
}

int main(int argc, char **argv)
{
	const struct test_case *groups[] = {load_cases, record_cases, funnel_cases, bell_cases,
					    torture_cases, tc_cases};

	if (argc < 2) {
		fprintf(stderr, "usage: %s OBJECTS [GROUP... | --bench]\n", argv[0]);
		return 2;
	}
	objects_directory = argv[1];
	stay_on_one_cpu();
	if (argc > 2 && !strcmp(argv[2], "--bench"))
		return bench();
	for (size_t i = 0; i < sizeof(groups) / sizeof(*groups); i++) {
		for (const struct test_case *test = groups[i]; test->name; test++) {
			if (wanted(test->group, argc, argv))
				tap_run(test, worlds_check, worlds_close);
		}
	}
	return tap_close();
}
