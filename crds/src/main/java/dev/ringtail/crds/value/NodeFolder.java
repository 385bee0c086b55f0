// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.value;

/**
 * Where a node's objects of a job are in a store. Whoever writes and whoever reads them goes by the
 * same keys, so jobs, nodes and buckets are all that one must know to find them.
 */
public final class NodeFolder {
  private static final int UID_CHARACTERS = 8;

  private NodeFolder() {}

  /**
   * What the keys of the objects begin with, a {@code /} at its end.
   *
   * @param prefix what the user put in front of all keys, may be empty
   * @param namespace of the job
   * @param job its name
   * @param uid its unique id, of which the first 8 characters go into keys
   * @param node the node's name
   */
  public static String of(String prefix, String namespace, String job, String uid, String node) {
    String front = prefix.isEmpty() ? "" : prefix.replaceAll("^/+|/+$", "") + "/";
    String shortUid = uid.substring(0, Math.min(UID_CHARACTERS, uid.length()));
    return "%s%s/%s-%s/%s/".formatted(front, namespace, job, shortUid, node);
  }
}
