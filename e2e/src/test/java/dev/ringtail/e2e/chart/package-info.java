// SPDX-License-Identifier: Apache-2.0

/** What helm makes of the chart, and whether its values, their schema and their page agree. */
package dev.ringtail.e2e.chart;
