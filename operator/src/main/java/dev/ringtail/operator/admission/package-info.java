// SPDX-License-Identifier: Apache-2.0
/** The webhook that compiles the filters of jobs before the API server takes them. */
package dev.ringtail.operator.admission;
