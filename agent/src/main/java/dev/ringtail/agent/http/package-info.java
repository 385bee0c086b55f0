// SPDX-License-Identifier: Apache-2.0

/**
 * How people and monitoring look into a running agent: HTTP on the loopback address, metrics in
 * Prometheus' format, health, the funnel as JSON, and profiles by Java Flight Recorder. It reads
 * {@code status} and changes nothing.
 */
package dev.ringtail.agent.http;
