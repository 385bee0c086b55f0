// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.store;

import dev.ringtail.cli.store.StoreException.Kind;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.SdkEventLoopGroup;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3AsyncClientBuilder;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/**
 * A bucket to read from. Safe for several threads. Bytes go from the connection through one buffer
 * of 64 KiB per download to the file; the connection waits when the file is slower.
 */
public final class Bucket implements AutoCloseable {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration SILENCE = Duration.ofSeconds(30);
  private static final int BUFFER_BYTES = 1 << 16;

  private final StoreSettings settings;
  private final StoreFaults faults;
  private final NioEventLoopGroup loops;
  private final SdkAsyncHttpClient http;
  private final S3AsyncClient client;

  /**
   * Nothing is sent yet.
   *
   * @throws StoreException when the certificates to trust cannot be read
   */
  public Bucket(StoreSettings settings, Keys keys) throws StoreException {
    this.settings = settings;
    this.faults = new StoreFaults(settings, keys.owner());
    NettyNioAsyncHttpClient.Builder builder =
        NettyNioAsyncHttpClient.builder()
            .connectionTimeout(CONNECT_TIMEOUT)
            .tlsNegotiationTimeout(CONNECT_TIMEOUT)
            .readTimeout(SILENCE);
    if (settings.authorities().isPresent()) {
      builder.tlsTrustManagersProvider(TrustedAuthorities.of(settings.authorities().get()));
    }
    this.loops = new NioEventLoopGroup(1, new DefaultThreadFactory("ringtail-s3", true));
    this.http = builder.eventLoopGroup(SdkEventLoopGroup.create(loops)).build();
    S3AsyncClientBuilder s3 =
        S3AsyncClient.builder()
            .httpClient(http)
            .region(Region.of(settings.region()))
            .credentialsProvider(keys.provider())
            .forcePathStyle(settings.pathStyle())
            .disableS3ExpressSessionAuth(true)
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            // Downloads go on where they broke off, which the SDK's own retries do not.
            .overrideConfiguration(
                override -> override.retryStrategy(retry -> retry.maxAttempts(1)));
    settings.endpoint().ifPresent(s3::endpointOverride);
    this.client = s3.build();
  }

  /** Where it is, for messages. */
  public String place() {
    return settings.place();
  }

  /**
   * A whole object of a few megabytes at most.
   *
   * @throws StoreException of kind {@link Kind#ABSENT} if there is none
   */
  public byte[] document(String key) throws StoreException {
    try {
      return client
          .getObject(
              request -> request.bucket(settings.bucket()).key(key),
              AsyncResponseTransformer.toBytes())
          .join()
          .asByteArrayUnsafe();
    } catch (CompletionException | SdkException e) {
      throw faults.about("read " + key, e);
    }
  }

  /**
   * Adds to a file what it lacks of an object: one request, from the file's end on.
   *
   * @param file may be missing; afterwards it holds a part of the object, from its start
   * @param arrived told of every number of bytes written
   * @throws StoreException when the store or the connection fails
   * @throws IOException when the file cannot be written
   */
  void append(String key, Path file, LongConsumer arrived) throws StoreException, IOException {
    try (FileChannel out =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
      long from = out.size();
      ResponseInputStream<GetObjectResponse> answer = request(key, from);
      boolean isWhole = false;
      try {
        copy(key, answer, out, arrived);
        isWhole = true;
      } finally {
        if (!isWhole) {
          answer.abort();
        }
      }
      answer.close();
    }
  }

  private ResponseInputStream<GetObjectResponse> request(String key, long from)
      throws StoreException {
    try {
      return client
          .getObject(
              request -> {
                request.bucket(settings.bucket()).key(key);
                if (from > 0) {
                  request.range("bytes=%d-".formatted(from));
                }
              },
              AsyncResponseTransformer.toBlockingInputStream())
          .join();
    } catch (CompletionException | SdkException e) {
      throw faults.about("read " + key, e);
    }
  }

  private void copy(
      String key,
      ResponseInputStream<GetObjectResponse> answer,
      FileChannel out,
      LongConsumer arrived)
      throws StoreException, IOException {
    ReadableByteChannel in = Channels.newChannel(answer);
    ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    while (true) {
      int count;
      try {
        count = in.read(buffer.clear());
      } catch (IOException | RuntimeException e) {
        throw faults.about("read " + key, e);
      }
      if (count < 0) {
        return;
      }
      buffer.flip();
      while (buffer.hasRemaining()) {
        out.write(buffer);
      }
      arrived.accept(count);
    }
  }

  @Override
  public void close() {
    client.close();
    http.close();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
