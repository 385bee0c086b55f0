// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class FlameGraphTest {
  private static final Stacks STACKS =
      new Stacks(
          Map.of(
              "reader;A.run;A.<init>", 30L,
              "reader;A.run;B.move", 60L,
              "main;C.wait", 10L));

  @Test
  void shouldWriteOneLinePerStack() {
    assertThat(STACKS.toString())
        .isEqualTo("main;C.wait 10\nreader;A.run;A.<init> 30\nreader;A.run;B.move 60\n");
    assertThat(STACKS.total()).isEqualTo(100);
  }

  @Test
  void shouldDrawBoxesAsWideAsTheirShare() throws Exception {
    Document svg =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(
                new ByteArrayInputStream(FlameGraph.draw(STACKS).getBytes(StandardCharsets.UTF_8)));

    NodeList boxes = svg.getElementsByTagName("g");
    assertThat(boxes.getLength()).isEqualTo(6);
    assertThat(box(boxes, "A.run: 90 samples, 90.0 %").getAttribute("width")).isEqualTo("1080.0");
    assertThat(box(boxes, "A.<init>: 30 samples, 30.0 %").getAttribute("width")).isEqualTo("360.0");
    assertThat(box(boxes, "main: 10 samples, 10.0 %").getAttribute("x")).isEqualTo("0.0");
  }

  private static Element box(NodeList boxes, String title) {
    for (int i = 0; i < boxes.getLength(); i++) {
      Element box = (Element) boxes.item(i);
      if (box.getElementsByTagName("title").item(0).getTextContent().equals(title)) {
        return (Element) box.getElementsByTagName("rect").item(0);
      }
    }
    throw new AssertionError("no box " + title);
  }
}
