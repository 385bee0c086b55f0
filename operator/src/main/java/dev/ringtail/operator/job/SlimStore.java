// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.job;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntryBuilder;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.List;
import java.util.function.Consumer;

/**
 * Keeps of watched objects only what the operator looks at: a large cluster's nodes and pods are
 * hundreds of megabytes as they come.
 */
final class SlimStore<T extends HasMetadata> extends BasicItemStore<T> {
  private final Consumer<T> slimming;

  /**
   * @param slimming takes out of an object what nobody looks at
   */
  SlimStore(Consumer<T> slimming) {
    super(Cache::metaNamespaceKeyFunc);
    this.slimming = slimming;
  }

  @Override
  public T put(String key, T object) {
    object.getMetadata().setManagedFields(statusWrites(object));
    slimming.accept(object);
    return super.put(key, object);
  }

  /** When a status was written, but not its fields. */
  private static List<ManagedFieldsEntry> statusWrites(HasMetadata object) {
    return object.getMetadata().getManagedFields().stream()
        .filter(entry -> "status".equals(entry.getSubresource()))
        .map(entry -> new ManagedFieldsEntryBuilder(entry).withFieldsV1(null).build())
        .toList();
  }
}
