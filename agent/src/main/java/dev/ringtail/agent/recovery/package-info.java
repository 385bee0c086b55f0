// SPDX-License-Identifier: Apache-2.0

/**
 * What an agent leaves behind when it dies, and how the next one makes it good: the notes of a run
 * in the spool, and the recovery that reads them. Everything intact is delivered, once; what was
 * cut or is not known is said in the manifest.
 */
package dev.ringtail.agent.recovery;
