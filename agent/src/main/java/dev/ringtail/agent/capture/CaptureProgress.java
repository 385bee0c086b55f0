// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import java.time.Duration;
import java.util.Optional;

/**
 * A running capture at one moment.
 *
 * @param elapsed since the gates opened
 * @param left until the duration is over, if there is one
 * @param funnel read while packets arrive: its terms need not add up
 * @param spoolBytes budget of the segments that exist now
 * @param deliveredBytes bytes of confirmed objects
 * @param trouble what the store says, empty when all is well
 */
public record CaptureProgress(
    Duration elapsed,
    Optional<Duration> left,
    Funnel funnel,
    long spoolBytes,
    long deliveredBytes,
    String trouble) {}
