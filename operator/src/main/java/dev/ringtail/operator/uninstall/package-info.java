// SPDX-License-Identifier: Apache-2.0
/**
 * What the chart runs before it is uninstalled: ends jobs, lets agents deliver, and takes off what
 * nobody could take off once the operator is gone.
 */
package dev.ringtail.operator.uninstall;
