// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.status;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * What a CPU did since boot, in seconds ({@code /proc/stat}, which counts in hundredths).
 *
 * @param idle without work
 * @param softirq in soft interrupts, where packets are received
 * @param stolen given to other virtual machines
 * @param busy all the rest
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record CpuTime(double idle, double softirq, double stolen, double busy) {
  /** For a CPU of which nothing is known. */
  public static final CpuTime UNKNOWN = new CpuTime(0, 0, 0, 0);

  private static final double TICKS_PER_SECOND = 100;
  private static final int IDLE = 4;
  private static final int IOWAIT = 5;
  private static final int SOFTIRQ = 7;
  private static final int STOLEN = 8;

  /**
   * Reads {@code /proc/stat}.
   *
   * @return by CPU number
   */
  public static Map<Integer, CpuTime> parse(String stat) {
    Map<Integer, CpuTime> times = new HashMap<>();
    stat.lines()
        .filter(line -> line.matches("cpu\\d+ .*"))
        .map(line -> line.split(" +"))
        .filter(fields -> fields.length > STOLEN)
        .forEach(fields -> times.put(Integer.parseInt(fields[0].substring(3)), of(fields)));
    return times;
  }

  private static CpuTime of(String[] fields) {
    long[] ticks = Arrays.stream(fields).skip(1).limit(STOLEN).mapToLong(Long::parseLong).toArray();
    long idle = ticks[IDLE - 1] + ticks[IOWAIT - 1];
    long softirq = ticks[SOFTIRQ - 1];
    long stolen = ticks[STOLEN - 1];
    long busy = Arrays.stream(ticks).sum() - idle - softirq - stolen;
    return new CpuTime(seconds(idle), seconds(softirq), seconds(stolen), seconds(busy));
  }

  private static double seconds(long ticks) {
    return ticks / TICKS_PER_SECOND;
  }

  /** What it did since {@code earlier}. */
  public CpuTime since(CpuTime earlier) {
    return new CpuTime(
        idle - earlier.idle,
        softirq - earlier.softirq,
        stolen - earlier.stolen,
        busy - earlier.busy);
  }

  /** Share of soft interrupts, 0 to 1. */
  public double softirqShare() {
    return share(softirq);
  }

  /** Share of time with work, whatever it was, 0 to 1. */
  public double busyShare() {
    return share(softirq + busy);
  }

  /** Share taken by other virtual machines, 0 to 1. */
  public double stolenShare() {
    return share(stolen);
  }

  private double share(double part) {
    double all = idle + softirq + stolen + busy;
    return all <= 0 ? 0 : part / all;
  }
}
