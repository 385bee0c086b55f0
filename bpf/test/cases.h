/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
#ifndef RINGTAIL_TEST_CASES_H
#define RINGTAIL_TEST_CASES_H

#include "tap.h"

/* Each ends with an entry without a name. */
extern const struct test_case load_cases[], record_cases[], funnel_cases[], bell_cases[],
	torture_cases[], tc_cases[];

/* Prints what a packet costs the producer; the exit status of the process. */
int bench(void);

#endif
