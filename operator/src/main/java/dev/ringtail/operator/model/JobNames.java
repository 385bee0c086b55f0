// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.model;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How the objects of a job are named and labelled, whatever the length of the job's own name. */
public final class JobNames {
  /** The label of everything that belongs to a job; its value is the job's uid. */
  public static final String JOB_UID_LABEL = "ringtail.dev/job-uid";

  /** The label with the job's name, where that fits into a label. */
  public static final String JOB_LABEL = "ringtail.dev/job";

  /** The annotation with the job's namespace, of objects that live in another one. */
  public static final String JOB_NAMESPACE_ANNOTATION = "ringtail.dev/job-namespace";

  /** The annotation with the job's name, of objects that live in another namespace. */
  public static final String JOB_NAME_ANNOTATION = "ringtail.dev/job-name";

  /** The label by which agents' pods and DaemonSets are found. */
  public static final String APP_LABEL = "app.kubernetes.io/name";

  /** The value of {@link #APP_LABEL}. */
  public static final String AGENT_APP = "ringtail-agent";

  private static final String CREDENTIALS = "-credentials";
  private static final String CERTIFICATES = "-ca";
  private static final int LONGEST_LABEL = 63;
  private static final int HASH_DIGITS = 10;

  /** The longest part of a job's name in names of 63 letters, with what pods append to it. */
  private static final int IN_SHORT_NAMES = 32;

  /** The longest part of a job's name in names of 253 letters. */
  private static final int IN_LONG_NAMES = 240;

  private JobNames() {}

  /** The job's DaemonSet. */
  public static String daemonSet(CaptureJob job) {
    return "rt-%s-%s"
        .formatted(
            start(job.getMetadata().getName().replace('.', '-'), IN_SHORT_NAMES),
            hash(
                job.getMetadata().getNamespace()
                    + "/"
                    + job.getMetadata().getName()
                    + "/"
                    + job.getMetadata().getUid()));
  }

  /** The copy of the job's credentials. */
  public static String credentials(CaptureJob job) {
    return daemonSet(job) + CREDENTIALS;
  }

  /** The copy of the certificates that the job trusts. */
  public static String certificates(CaptureJob job) {
    return daemonSet(job) + CERTIFICATES;
  }

  /** The copies of Secrets beside a DaemonSet of this name. */
  public static List<String> copies(String daemonSet) {
    return List.of(daemonSet + CREDENTIALS, daemonSet + CERTIFICATES);
  }

  /** The part of a job that one node carries out. */
  public static String nodeCapture(CaptureJob job, String node) {
    return "%s-%s"
        .formatted(
            start(job.getMetadata().getName(), IN_LONG_NAMES),
            hash(job.getMetadata().getUid() + "/" + node));
  }

  /** The labels of everything that belongs to the job. */
  public static Map<String, String> labels(CaptureJob job) {
    Map<String, String> labels = new TreeMap<>();
    labels.put(JOB_UID_LABEL, job.getMetadata().getUid());
    if (job.getMetadata().getName().length() <= LONGEST_LABEL) {
      labels.put(JOB_LABEL, job.getMetadata().getName());
    }
    return labels;
  }

  /** The labels of the job's DaemonSet, its pods and its Secrets. */
  public static Map<String, String> agentLabels(CaptureJob job) {
    Map<String, String> labels = labels(job);
    labels.put(APP_LABEL, AGENT_APP);
    return labels;
  }

  /**
   * The annotations by which objects of another namespace name their job, in an order that is the
   * same in every process: what is made of them is compared by its hash.
   */
  public static Map<String, String> annotations(CaptureJob job) {
    return new TreeMap<>(
        Map.of(
            JOB_NAMESPACE_ANNOTATION, job.getMetadata().getNamespace(),
            JOB_NAME_ANNOTATION, job.getMetadata().getName()));
  }

  /** Ten hexadecimal digits that tell the texts of one cluster apart. */
  public static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static String start(String name, int longest) {
    String start = name.length() <= longest ? name : name.substring(0, longest);
    return start.replaceAll("[.-]+$", "");
  }
}
