// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload.s3;

import dev.ringtail.agent.upload.StoreException;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.SdkEventLoopGroup;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.StandardRetryStrategy;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3AsyncClientBuilder;

/**
 * The client of one bucket. A request that fails for a reason that may pass is sent again a few
 * times, later each time and at random moments; what then fails is told as a {@link
 * StoreException}.
 *
 * <p>All on one event loop: a first connection that fails at once is now and then forgotten by SDK
 * 2.33.0 (HttpOrHttp2ChannelPool waits for a promise that was replaced meanwhile) and ends only
 * with the time for acquiring one; over several loops that happens to every third refused
 * connection, over one only to host names that nobody knows.
 */
final class S3Connection implements AutoCloseable {
  private static final int ATTEMPTS = 4;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
  private static final Duration FIRST_SLOW_DOWN = Duration.ofMillis(500);
  private static final Duration LONGEST_SLOW_DOWN = Duration.ofSeconds(10);
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration ACQUIRE_TIMEOUT = Duration.ofSeconds(6);
  private static final long SHUTDOWN_S = 5;
  private static final int SETTLING_ROUNDS = 2;

  private final S3FaultWords words;
  private final Optional<EventLoopGroup> own;
  private final EventLoopGroup loops;
  private final NettyNioAsyncHttpClient http;
  private final S3AsyncClient client;

  /**
   * @param shared an event loop of other users, who close it; empty: one of its own
   * @param silence how long the store may neither take 4 MiB nor send a byte
   * @throws StoreException when the settings' files cannot be used
   */
  S3Connection(S3Settings settings, Optional<EventLoopGroup> shared, Duration silence)
      throws StoreException {
    this.words = new S3FaultWords(settings);
    this.own =
        shared.isPresent()
            ? Optional.empty()
            : Optional.of(new NioEventLoopGroup(1, new DefaultThreadFactory("ringtail-s3", true)));
    this.loops = shared.or(() -> own).orElseThrow();
    this.http = http(settings, loops, silence);
    this.client = client(settings);
  }

  private static NettyNioAsyncHttpClient http(
      S3Settings settings, EventLoopGroup loops, Duration silence) throws StoreException {
    NettyNioAsyncHttpClient.Builder builder =
        NettyNioAsyncHttpClient.builder()
            .connectionTimeout(CONNECT_TIMEOUT)
            .tlsNegotiationTimeout(CONNECT_TIMEOUT)
            .connectionAcquisitionTimeout(ACQUIRE_TIMEOUT)
            .readTimeout(silence)
            .writeTimeout(silence)
            .eventLoopGroup(SdkEventLoopGroup.create(loops));
    if (settings.caFile().isPresent()) {
      builder.tlsTrustManagersProvider(TrustedAuthorities.in(settings.caFile().get()));
    }
    return (NettyNioAsyncHttpClient) builder.build();
  }

  private S3AsyncClient client(S3Settings settings) {
    S3AsyncClientBuilder builder =
        S3AsyncClient.builder()
            .httpClient(http)
            .region(Region.of(settings.region()))
            .credentialsProvider(credentials(settings))
            .forcePathStyle(settings.pathStyle())
            .disableS3ExpressSessionAuth(true)
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            .overrideConfiguration(override -> override.retryStrategy(retries()));
    settings.endpoint().ifPresent(builder::endpointOverride);
    return builder.build();
  }

  private static AwsCredentialsProvider credentials(S3Settings settings) {
    return settings
        .credentialsFolder()
        .<AwsCredentialsProvider>map(SecretFolderCredentials::new)
        .orElseGet(() -> DefaultCredentialsProvider.builder().build());
  }

  private static StandardRetryStrategy retries() {
    return AwsRetryStrategy.standardRetryStrategy().toBuilder()
        .maxAttempts(ATTEMPTS)
        .backoffStrategy(BackoffStrategy.exponentialDelay(FIRST_PAUSE, LONGEST_PAUSE))
        .throttlingBackoffStrategy(
            BackoffStrategy.exponentialDelay(FIRST_SLOW_DOWN, LONGEST_SLOW_DOWN))
        .circuitBreakerEnabled(false)
        .build();
  }

  /** Sends a request; the future fails with the SDK's exceptions. */
  <T> CompletableFuture<T> send(Function<S3AsyncClient, CompletableFuture<T>> request) {
    try {
      return request.apply(client);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /**
   * Sends a request and waits for the answer.
   *
   * @param doing what it is for, such as {@code write a/b}
   */
  <T> T call(String doing, Function<S3AsyncClient, CompletableFuture<T>> request)
      throws StoreException, InterruptedException {
    return await(doing, send(request));
  }

  <T> T await(String doing, CompletableFuture<T> answer)
      throws StoreException, InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw words.about(doing, e.getCause());
    } catch (CancellationException e) {
      throw words.about(doing, e);
    } catch (InterruptedException e) {
      answer.cancel(true);
      throw e;
    }
  }

  /**
   * Waits until requests that were answered, cancelled or given up hold no buffer any more. Their
   * connections are closed on the event loop by tasks that are queued by now, or by tasks of those;
   * so two rounds through the loop have them behind us.
   */
  void settle() {
    for (int round = 0; round < SETTLING_ROUNDS; round++) {
      for (EventExecutor loop : loops) {
        loop.submit(() -> {}).awaitUninterruptibly();
      }
    }
  }

  @Override
  public void close() {
    client.close();
    http.close();
    own.ifPresent(group -> group.shutdownGracefully(0, SHUTDOWN_S, TimeUnit.SECONDS));
  }
}
