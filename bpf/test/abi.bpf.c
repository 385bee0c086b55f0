// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Never loaded: a variable of each structure of the ABI, so that its layout is in this object's
 * BTF. The BTF of a program has only the types of its maps and variables.
 */
#include <linux/types.h>

#include "../src/ringtail_abi.h"

struct ringtail_epb epb;
struct ringtail_consumer consumer;
struct ringtail_producer producer;
struct ringtail_counters counters;
struct ringtail_control control;
struct ringtail_settings settings;
