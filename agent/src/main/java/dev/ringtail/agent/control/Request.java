// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.control;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.ringtail.filter.FilterLanguage;
import java.util.List;

/** What a running capture can be asked to do. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "ask")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Request.SetFilter.class, name = "setFilter"),
  @JsonSubTypes.Type(value = Request.AddToSet.class, name = "addToSet"),
  @JsonSubTypes.Type(value = Request.RemoveFromSet.class, name = "removeFromSet"),
  @JsonSubTypes.Type(value = Request.ListSet.class, name = "listSet")
})
public sealed interface Request {
  /** Judge by this filter from now on. */
  record SetFilter(FilterLanguage language, String text) implements Request {}

  /** Add these to a set. */
  record AddToSet(String set, List<String> elements) implements Request {}

  /** Remove these from a set. */
  record RemoveFromSet(String set, List<String> elements) implements Request {}

  /** Tell what a set holds. */
  record ListSet(String set) implements Request {}
}
