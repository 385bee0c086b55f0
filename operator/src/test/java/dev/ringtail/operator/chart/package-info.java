// SPDX-License-Identifier: Apache-2.0
/** Holds the chart's rights and policies against what the operator does. */
package dev.ringtail.operator.chart;
