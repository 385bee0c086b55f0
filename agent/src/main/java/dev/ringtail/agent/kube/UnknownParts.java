// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.kube;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * What plans hold that this version of the agent does not know, as a newer operator may write it.
 * Such a field is passed over; a value is taken for an absent one. Safe to use from several
 * threads.
 */
public final class UnknownParts {
  private static final String PLAN = "/spec/";

  private final Set<String> fields = new ConcurrentSkipListSet<>();
  private final Set<String> values = new ConcurrentSkipListSet<>();

  /** Reads what the API server sends, and notes here what of it is not known. */
  KubernetesSerialization serialization() {
    return new KubernetesSerialization(new ObjectMapper().addHandler(new Handler()), true);
  }

  /** The fields that were passed over, such as {@code spec.capture.queue}; empty: none. */
  public String fields() {
    return String.join(", ", fields);
  }

  /** The values, such as {@code spec.capture.point=Magic}; empty: none. */
  public String values() {
    return String.join(", ", values);
  }

  private final class Handler extends DeserializationProblemHandler {
    /** Records are made last, from a copy of what did not fit: its parser knows only the field. */
    @Override
    public boolean handleUnknownProperty(
        DeserializationContext context,
        JsonParser parser,
        JsonDeserializer<?> deserializer,
        Object bean,
        String name)
        throws IOException {
      String place = place(context);
      note(fields, parser == context.getParser() ? place : place + "/" + name, "");
      parser.skipChildren();
      return true;
    }

    @Override
    public Object handleWeirdStringValue(
        DeserializationContext context, Class<?> type, String value, String failure) {
      if (!type.isEnum()) {
        return NOT_HANDLED;
      }
      note(values, place(context), "=" + value);
      return null;
    }

    private String place(DeserializationContext context) {
      return context.getParser().getParsingContext().pathAsPointer().toString();
    }

    private void note(Set<String> parts, String place, String value) {
      int plan = place.indexOf(PLAN);
      if (plan >= 0) {
        parts.add(place.substring(plan + 1).replace('/', '.') + value);
      }
    }
  }
}
