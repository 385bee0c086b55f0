// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.testing;

import dev.ringtail.crds.testing.TestApiServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Acts as a service account with the rights it has, and notes which of them it uses. */
public final class RecordingClient implements Interceptor {
  private static final Pattern PATH =
      Pattern.compile(
          "/(?:api|apis/(?<group>[^/]+))/v[^/]+(?:/namespaces/(?<namespace>[^/]+))?/(?<resource>[a-z]+)(?:/(?<name>[^/]+)(?:/(?<sub>[a-z]+))?)?");

  private static final Set<String> WRITING = Set.of("POST", "PUT", "PATCH", "DELETE");

  private final String ownNamespace;
  private final Set<String> used = new ConcurrentSkipListSet<>();
  private final Set<String> refused = new ConcurrentSkipListSet<>();
  private final Map<String, LongAdder> writes = new ConcurrentHashMap<>();
  private final KubernetesClient client;

  /**
   * @param namespace of the service account
   * @param node the node that the account's token names, or null
   */
  public RecordingClient(String namespace, String account, String node) {
    this.ownNamespace = namespace;
    ConfigBuilder config =
        new ConfigBuilder(TestApiServer.client().getConfiguration())
            .withImpersonateUsername("system:serviceaccount:%s:%s".formatted(namespace, account))
            .withImpersonateGroups(
                "system:serviceaccounts",
                "system:serviceaccounts:" + namespace,
                "system:authenticated");
    if (node != null) {
      config.withImpersonateExtras(
          Map.of("authentication.kubernetes.io%2fnode-name", List.of(node)));
    }
    Config built = config.build();
    client =
        new KubernetesClientBuilder()
            .withConfig(built)
            .withHttpClientBuilderConsumer(http -> http.addOrReplaceInterceptor("recording", this))
            .build();
  }

  /** The account's client. */
  public KubernetesClient client() {
    return client;
  }

  /** What was used: {@code own|other group/resource verb}. */
  public Set<String> used() {
    return Set.copyOf(used);
  }

  /** What was asked for and refused as forbidden. */
  public Set<String> refused() {
    return Set.copyOf(refused);
  }

  /** How many requests have written such a resource, as {@code capturejobs/status}. */
  public long writes(String resource) {
    return writes.getOrDefault(resource, new LongAdder()).sum();
  }

  /** How many requests have written anything. */
  public long writes() {
    return writes.values().stream().mapToLong(LongAdder::sum).sum();
  }

  @Override
  public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
    note(used, request.uri(), verb(request.method(), request.uri()));
    Matcher path = PATH.matcher(request.uri().getPath());
    if (WRITING.contains(request.method()) && path.matches()) {
      String resource =
          path.group("resource") + (path.group("sub") == null ? "" : "/" + path.group("sub"));
      writes.computeIfAbsent(resource, key -> new LongAdder()).increment();
    }
  }

  @Override
  public void after(
      HttpRequest request,
      HttpResponse<?> response,
      AsyncBody.Consumer<List<ByteBuffer>> consumer) {
    if (response.code() == HttpURLConnection.HTTP_FORBIDDEN) {
      note(refused, request.uri(), verb(request.method(), request.uri()));
    }
    if (response.code() == HttpURLConnection.HTTP_CREATED && "PATCH".equals(request.method())) {
      note(used, request.uri(), "create");
    }
  }

  private void note(Set<String> where, URI uri, String verb) {
    Matcher path = PATH.matcher(uri.getPath());
    if (path.matches()) {
      String group = path.group("group") == null ? "" : path.group("group");
      String sub = path.group("sub") == null ? "" : "/" + path.group("sub");
      String place = ownNamespace.equals(path.group("namespace")) ? "own" : "other";
      String resource = group + "/" + path.group("resource") + sub;
      where.add("%s %s %s".formatted(place, resource, verb));
    }
  }

  private static String verb(String method, URI uri) {
    Matcher path = PATH.matcher(uri.getPath());
    boolean named = path.matches() && path.group("name") != null;
    return switch (method) {
      case "POST" -> "create";
      case "PUT" -> "update";
      case "PATCH" -> "patch";
      case "DELETE" -> named ? "delete" : "deletecollection";
      default ->
          named ? "get" : String.valueOf(uri.getQuery()).contains("watch=true") ? "watch" : "list";
    };
  }
}
