// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

/** The open runs of a merge, the earliest packet first; equal times by the rank of their runs. */
final class MergeHeap {
  private final long[] times;
  private final int[] ranks;
  private final RunCursor[] cursors;
  private int size;

  MergeHeap(int capacity) {
    times = new long[capacity];
    ranks = new int[capacity];
    cursors = new RunCursor[capacity];
  }

  int size() {
    return size;
  }

  RunCursor first() {
    return cursors[0];
  }

  void add(RunCursor cursor) {
    int at = size++;
    long time = cursor.timeNs();
    int rank = cursor.rank();
    while (at > 0) {
      int parent = (at - 1) >>> 1;
      if (!isBefore(time, rank, times[parent], ranks[parent])) {
        break;
      }
      move(parent, at);
      at = parent;
    }
    put(at, time, rank, cursor);
  }

  /** Takes the first cursor out. */
  void removeFirst() {
    size--;
    RunCursor last = cursors[size];
    cursors[size] = null;
    if (size > 0) {
      sink(last);
    }
  }

  /** Puts the first cursor, which has moved on, where it belongs now. */
  void firstMoved() {
    sink(cursors[0]);
  }

  private void sink(RunCursor cursor) {
    long time = cursor.timeNs();
    int rank = cursor.rank();
    int at = 0;
    int child = 1;
    while (child < size) {
      if (child + 1 < size && isBefore(child + 1, child)) {
        child++;
      }
      if (!isBefore(times[child], ranks[child], time, rank)) {
        break;
      }
      move(child, at);
      at = child;
      child = 2 * at + 1;
    }
    put(at, time, rank, cursor);
  }

  /** Index of the second cursor, 0 if there is none. */
  int second() {
    if (size < 3) {
      return size - 1;
    }
    return isBefore(2, 1) ? 2 : 1;
  }

  long time(int index) {
    return times[index];
  }

  int rank(int index) {
    return ranks[index];
  }

  private void move(int from, int to) {
    put(to, times[from], ranks[from], cursors[from]);
  }

  private void put(int at, long time, int rank, RunCursor cursor) {
    times[at] = time;
    ranks[at] = rank;
    cursors[at] = cursor;
  }

  private boolean isBefore(int a, int b) {
    return isBefore(times[a], ranks[a], times[b], ranks[b]);
  }

  static boolean isBefore(long time, int rank, long otherTime, int otherRank) {
    return time < otherTime || time == otherTime && rank < otherRank;
  }
}
