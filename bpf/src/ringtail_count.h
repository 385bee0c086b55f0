/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Counting. Every counter grows through RINGTAIL_COUNT or RINGTAIL_ADD, at places that are numbered
 * in the order of the preprocessed source. Two builds use the numbers:
 *
 *   -DRINGTAIL_MUTATE=n     place n does not count; the tests must notice
 *   -DRINGTAIL_LIST_PLACES  preprocess only: each becomes "ringtail_place(n, field, file, line)"
 */
#ifndef RINGTAIL_COUNT_H
#define RINGTAIL_COUNT_H

#include "ringtail_maps.h"

#ifndef RINGTAIL_MUTATE
#define RINGTAIL_MUTATE -1
#endif

/*
 * A counter belongs to one CPU. Only with PREEMPT_RT can a second packet of this CPU get between
 * load and store.
 */
static __always_inline void ringtail_add(__u64 *counter, __u64 amount)
{
	if (ringtail_settings.preempt_rt)
		__sync_fetch_and_add(counter, amount);
	else
		*counter += amount;
}

#ifdef RINGTAIL_LIST_PLACES
#define RINGTAIL_ADD(owner, field, amount)                                                         \
	ringtail_place(__COUNTER__, field, __FILE_NAME__, __LINE__)
#else
#define RINGTAIL_ADD(owner, field, amount)                                                         \
	do {                                                                                       \
		if (__COUNTER__ != RINGTAIL_MUTATE)                                                \
			ringtail_add(&(owner)->field, amount);                                     \
	} while (0)
#endif

#define RINGTAIL_COUNT(owner, field) RINGTAIL_ADD(owner, field, 1)

#endif
