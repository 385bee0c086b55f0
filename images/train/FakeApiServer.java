// SPDX-License-Identifier: Apache-2.0

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * What a program talks to while its AOT cache is trained: lists are those of a folder (the last
 * word of the path names the file) or empty, watches stay silent, a NodeCapture that is written is
 * answered with the one of the list, who asks for rights has all, and all else is answered with
 * itself. As a store it takes every object. Prints a line for each write, and sends a datagram now
 * and then, so that there is something to capture.
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

  public static void main(String[] arguments) throws IOException, InterruptedException {
    int port = Integer.parseInt(arguments[0]);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", new FakeApiServer(Path.of(arguments[1]))::answer);
    server.start();
    System.out.println("listening");
    while (true) {
      send();
    }
  }

  /** To nobody, by the way that leads out of here if there is one. */
  private static void send() throws InterruptedException {
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.send(new DatagramPacket(new byte[64], 64, InetAddress.getByName("192.0.2.1"), 9));
    } catch (IOException e) {
      // There is none in a build.
    }
    TimeUnit.MILLISECONDS.sleep(20);
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
    if (!path.startsWith("/api")) {
      System.out.println(method + " " + path);
      exchange.getRequestHeaders().entrySet().stream()
          .filter(header -> header.getKey().toLowerCase(Locale.ROOT).startsWith("x-amz-checksum"))
          .forEach(header -> exchange.getResponseHeaders().put(header.getKey(), header.getValue()));
      exchange.getResponseHeaders().add("ETag", "\"1\"");
      reply(exchange, 200, new byte[0]);
      return;
    }
    if (!method.equals("GET")) {
      System.out.println(method + " " + path + " " + new String(body, StandardCharsets.UTF_8));
      reply(exchange, 200, answer(path, body));
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

  private byte[] answer(String path, byte[] body) throws IOException {
    if (path.endsWith("/selfsubjectrulesreviews")) {
      return EVERY_RIGHT.getBytes(StandardCharsets.UTF_8);
    }
    return path.contains("/nodecaptures/") ? nodeCapture() : body;
  }

  /** The only one of the list. */
  private byte[] nodeCapture() throws IOException {
    String list = Files.readString(folder.resolve("nodecaptures.json"));
    return list.substring(list.indexOf('[') + 1, list.lastIndexOf(']'))
        .getBytes(StandardCharsets.UTF_8);
  }

  private static void reply(HttpExchange exchange, int code, byte[] body) throws IOException {
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(code, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
