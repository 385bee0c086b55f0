// SPDX-License-Identifier: Apache-2.0

/** The node agent's way in. Everything it does is in the packages below. */
package dev.ringtail.agent;
