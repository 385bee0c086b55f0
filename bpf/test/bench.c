// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "cases.h"

int bench(void)
{
	return 0;
}
