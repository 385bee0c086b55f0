// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the pods of all agents have, whatever the job: who runs the cluster decides it.
 *
 * @param image the agent's image
 * @param pullPolicy when nodes pull it
 * @param serviceAccount the agents' service account
 * @param spoolPath the folder of the node that holds the spools
 * @param values what the chart's values say
 */
public record AgentTemplate(
    String image, String pullPolicy, String serviceAccount, String spoolPath, Values values) {

  /**
   * The part of the pod that the chart's values give.
   *
   * @param tolerations the taints that agents tolerate
   * @param priorityClassName the agents' priority, or null
   * @param resources requests and limits of the agent; the memory comes from each job's buffer
   * @param securityContext of the agent; privileged where absent
   * @param nodeSelector labels that nodes with agents must have, beside being named by a job
   * @param imagePullSecrets Secrets for the registry of the image
   */
  @JsonIgnoreProperties(ignoreUnknown = false)
  public record Values(
      List<Toleration> tolerations,
      String priorityClassName,
      ResourceRequirements resources,
      SecurityContext securityContext,
      Map<String, String> nodeSelector,
      List<LocalObjectReference> imagePullSecrets) {

    public Values {
      tolerations = tolerations == null ? List.of() : List.copyOf(tolerations);
      resources = resources == null ? new ResourceRequirements() : resources;
      securityContext =
          securityContext == null
              ? new SecurityContextBuilder()
                  .withPrivileged(true)
                  .withReadOnlyRootFilesystem(true)
                  .build()
              : securityContext;
      nodeSelector = nodeSelector == null ? Map.of() : new TreeMap<>(nodeSelector);
      imagePullSecrets = imagePullSecrets == null ? List.of() : List.copyOf(imagePullSecrets);
    }

    /** Values of a chart that gives none. */
    public static final Values NONE = new Values(null, null, null, null, null, null);
  }

  /**
   * Makes the template from the settings and the file of the chart's values.
   *
   * @throws SettingException if the file cannot be read or is not such a file
   */
  public static AgentTemplate read(
      String image,
      String pullPolicy,
      String serviceAccount,
      String spoolPath,
      Optional<Path> file) {
    Values values = file.map(AgentTemplate::values).orElse(Values.NONE);
    return new AgentTemplate(image, pullPolicy, serviceAccount, spoolPath, values);
  }

  private static Values values(Path file) {
    try {
      Values values = new KubernetesSerialization().unmarshal(Files.readString(file), Values.class);
      return values == null ? Values.NONE : values;
    } catch (IOException | KubernetesClientException | IllegalArgumentException e) {
      throw new SettingException(
          "RINGTAIL_AGENT_TEMPLATE=%s cannot be read: %s".formatted(file, e.getMessage()), e);
    }
  }
}
