// SPDX-License-Identifier: Apache-2.0
/** What the operator tells of itself over HTTP: metrics, health and readiness. */
package dev.ringtail.operator.http;
