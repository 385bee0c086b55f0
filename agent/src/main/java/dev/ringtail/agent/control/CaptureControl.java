// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.control;

import dev.ringtail.agent.capture.ChangeRefusedException;
import dev.ringtail.agent.capture.LiveFilter;
import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.Filters;
import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.SetKey;
import java.util.ArrayList;
import java.util.List;

/** Does to a capture what is asked, and says in a sentence what became of it. */
final class CaptureControl {
  private final LiveFilter filter;

  CaptureControl(LiveFilter filter) {
    this.filter = filter;
  }

  Reply answer(Request request) {
    try {
      return Reply.done(
          switch (request) {
            case Request.SetFilter set -> set(set);
            case Request.AddToSet add -> add(add);
            case Request.RemoveFromSet remove -> remove(remove);
            case Request.ListSet list ->
                filter.elements(list.set()).stream().map(SetKey::toString).toList();
          });
    } catch (FilterException e) {
      return Reply.wrong(e.getMessage());
    } catch (ChangeRefusedException e) {
      return Reply.refused(e.getMessage());
    }
  }

  private List<String> set(Request.SetFilter request)
      throws FilterException, ChangeRefusedException {
    filter.change(Filters.compile(request.language(), request.text(), LinkType.ETHERNET));
    return List.of("every packet is judged by the new filter");
  }

  private List<String> add(Request.AddToSet request)
      throws FilterException, ChangeRefusedException {
    LiveFilter.SetChange change = filter.add(request.set(), elements(request.elements()));
    return List.of(
        "%d added; set %s holds %d%s"
            .formatted(
                change.elements(),
                request.set(),
                change.size(),
                change.isAsked() ? "" : ", and the filter does not ask it"));
  }

  private List<String> remove(Request.RemoveFromSet request)
      throws FilterException, ChangeRefusedException {
    LiveFilter.SetChange change = filter.remove(request.set(), elements(request.elements()));
    return List.of(
        "%d removed; set %s holds %d".formatted(change.elements(), request.set(), change.size()));
  }

  private static List<SetKey> elements(List<String> texts) throws FilterException {
    List<SetKey> elements = new ArrayList<>();
    for (String text : texts) {
      elements.add(SetKey.parse(text));
    }
    return elements;
  }
}
