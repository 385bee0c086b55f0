// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Prints objects in the forms that programs read. */
final class ObjectPrinter {
  private ObjectPrinter() {}

  /** As a List in the forms of documents, as kubectl does. */
  static void print(List<? extends HasMetadata> objects, OutputForm form, PrintWriter out) {
    if (form == OutputForm.name) {
      objects.forEach(object -> out.println(name(object)));
      out.flush();
      return;
    }
    Map<String, Object> list = new LinkedHashMap<>();
    list.put("apiVersion", "v1");
    list.put("kind", "List");
    list.put("items", objects);
    out.print(
        form == OutputForm.json
            ? Serialization.asJson(list) + System.lineSeparator()
            : Serialization.asYaml(list));
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
