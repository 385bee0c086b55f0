// SPDX-License-Identifier: Apache-2.0

/**
 * Changing a running capture from another process: a socket in the spool folder that only root can
 * open, one request and one answer a connection. What a change does is the capture's; who asks for
 * it is the command line's.
 */
package dev.ringtail.agent.control;
