/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Test cases and their report: a line "ok N - group: name" or "not ok N - group: name: reason" for
 * each, "ok N - group: name # SKIP reason" for one that cannot run here, then
 * "N passed, N failed, N skipped".
 */
#ifndef RINGTAIL_TEST_TAP_H
#define RINGTAIL_TEST_TAP_H

#include <stdbool.h>

struct test_case {
	const char *group;
	const char *name;
	void (*run)(void);
};

/* Ends the running case. */
__attribute__((noreturn, format(printf, 1, 2))) void fail(const char *format, ...);
__attribute__((noreturn, format(printf, 1, 2))) void skip(const char *format, ...);

#define EXPECT(condition, ...)                                                                     \
	do {                                                                                       \
		if (!(condition))                                                                  \
			fail(__VA_ARGS__);                                                         \
	} while (0)

#define EXPECT_EQUAL(what, actual, expected)                                                       \
	do {                                                                                       \
		unsigned long long actual_ = (actual), expected_ = (expected);                     \
		if (actual_ != expected_)                                                          \
			fail("%s is %llu, not %llu (%s:%d)", what, actual_, expected_, __FILE__,   \
			     __LINE__);                                                            \
	} while (0)

/* Runs one case; `check`, if it went through, which may fail it too; then `close` in any case. */
void tap_run(const struct test_case *test, void (*check)(void), void (*close)(void));

/* Prints the closing line; the exit status of the process. */
int tap_close(void);

#endif
