// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesListBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.PrintWriter;
import java.util.List;

/** Prints objects in the forms that programs read. */
final class ObjectPrinter {
  private ObjectPrinter() {}

  /** One object as it is. */
  static void print(HasMetadata object, OutputForm form, PrintWriter out) {
    switch (form) {
      case json -> out.println(Serialization.asJson(object));
      case yaml -> out.print(Serialization.asYaml(object));
      default -> out.println(name(object));
    }
    out.flush();
  }

  /** Several as a List, as kubectl does. */
  static void print(List<? extends HasMetadata> objects, OutputForm form, PrintWriter out) {
    if (form == OutputForm.name) {
      objects.forEach(object -> out.println(name(object)));
      out.flush();
      return;
    }
    KubernetesListBuilder list = new KubernetesListBuilder();
    objects.forEach(list::addToItems);
    print(list.build(), form, out);
  }

  private static void print(Object list, OutputForm form, PrintWriter out) {
    out.print(
        form == OutputForm.json ? Serialization.asJson(list) + "\n" : Serialization.asYaml(list));
    out.flush();
  }

  private static String name(HasMetadata object) {
    return "%s.%s/%s"
        .formatted(
            object.getSingular(),
            HasMetadata.getGroup(object.getClass()),
            object.getMetadata().getName());
  }
}
