/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
#ifndef RINGTAIL_TEST_STAGES_H
#define RINGTAIL_TEST_STAGES_H

#include <linux/types.h>

/* What tests and stages tell each other; the stages' .bss. */
struct stage_data {
	__u32 extent;	 /* stage_bound: bytes to keep */
	__u32 cut_bytes; /* stage_cut: bytes it took off the packet's head */
	__u32 linear;	 /* stage_look: bytes of the linear part */
};

#endif
