// SPDX-License-Identifier: Apache-2.0

/** What tests build on the machine to try the agent on, and take away again. */
package dev.ringtail.agent.lab;
