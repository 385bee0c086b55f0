// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include "tap.h"

enum outcome { PASSED, FAILED, SKIPPED, OUTCOMES };

static jmp_buf end_of_case;
static char reason[512];
static int count[OUTCOMES];

void fail(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(reason, sizeof(reason), format, arguments);
	va_end(arguments);
	longjmp(end_of_case, FAILED);
}

void skip(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(reason, sizeof(reason), format, arguments);
	va_end(arguments);
	longjmp(end_of_case, SKIPPED);
}

void tap_run(const struct test_case *test, void (*check)(void), void (*close)(void))
{
	enum outcome outcome = setjmp(end_of_case);
	int number;

	if (outcome == PASSED) {
		test->run();
		check();
	}
	close();
	count[outcome]++;
	number = count[PASSED] + count[FAILED] + count[SKIPPED];
	printf("%s %d - %s: %s", outcome == FAILED ? "not ok" : "ok", number, test->group,
	       test->name);
	if (outcome == FAILED)
		printf(": %s", reason);
	if (outcome == SKIPPED)
		printf(" # SKIP %s", reason);
	printf("\n");
	fflush(stdout);
}

int tap_close(void)
{
	printf("%d passed, %d failed, %d skipped\n", count[PASSED], count[FAILED], count[SKIPPED]);
	return count[FAILED] || !count[PASSED];
}
