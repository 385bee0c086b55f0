// SPDX-License-Identifier: Apache-2.0

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;

/**
 * What a program talks to while its AOT cache is trained: lists are those of a folder (the last
 * word of the path names the file) or empty, watches stay silent, what is written is answered with
 * itself, and who asks for rights has all. Prints a line for each write.
 *
 * <p>{@code java FakeApiServer.java PORT FOLDER}, a program of one file, run from its source.
 */
final class FakeApiServer {
  private static final String EMPTY =
      "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[]}";

  /** Whoever asks what it may do may do all of it. */
  private static final String EVERY_RIGHT =
      """
      {"apiVersion":"authorization.k8s.io/v1","kind":"SelfSubjectRulesReview","spec":{},
       "status":{"incomplete":false,"nonResourceRules":[],
         "resourceRules":[{"verbs":["*"],"apiGroups":["*"],"resources":["*"]}]}}
      """;

  private final Path folder;

  private FakeApiServer(Path folder) {
    this.folder = folder;
  }

  public static void main(String[] arguments) throws IOException {
    int port = Integer.parseInt(arguments[0]);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", new FakeApiServer(Path.of(arguments[1]))::answer);
    server.start();
    System.out.println("listening");
  }

  private void answer(HttpExchange exchange) throws IOException {
    String method = exchange.getRequestMethod();
    String path = exchange.getRequestURI().getPath();
    String query = String.valueOf(exchange.getRequestURI().getQuery());
    byte[] body = exchange.getRequestBody().readAllBytes();
    if (exchange.getRequestHeaders().containsKey("Upgrade")) {
      // No WebSockets here: the client then watches by a request that stays open.
      reply(exchange, 200, new byte[0]);
      return;
    }
    if (method.equals("GET") && query.contains("watch=true")) {
      exchange.getResponseHeaders().add("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, 0);
      exchange.getResponseBody().flush();
      return;
    }
    if (!method.equals("GET")) {
      System.out.println(method + " " + path + " " + new String(body, StandardCharsets.UTF_8));
      boolean isOfRights = path.endsWith("/selfsubjectrulesreviews");
      reply(exchange, 200, isOfRights ? EVERY_RIGHT.getBytes(StandardCharsets.UTF_8) : body);
      return;
    }
    Path file = folder.resolve(path.substring(path.lastIndexOf('/') + 1) + ".json");
    boolean isList = path.matches(".*/[a-z]+s");
    if (Files.exists(file)) {
      reply(exchange, 200, Files.readAllBytes(file));
    } else if (isList) {
      reply(exchange, 200, EMPTY.getBytes(StandardCharsets.UTF_8));
    } else {
      String missing =
          "{\"apiVersion\":\"v1\",\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"NotFound\",\"code\":404}";
      reply(exchange, 404, missing.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static void reply(HttpExchange exchange, int code, byte[] body) throws IOException {
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(code, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
