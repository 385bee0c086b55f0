// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NetlinkMessageTest {
  @BeforeEach
  void bytesBelowAreOfALittleEndianMachine() {
    assumeThat(ByteOrder.nativeOrder()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
  }

  @Test
  void shouldLayOutRequestAsTheKernelReadsIt() {
    ByteBuffer request = NetlinkMessage.request(0x10, 7, 3, 2, NetlinkMessage.text("netdev"));

    assertThat(HexFormat.of().formatHex(request.array()))
        .isEqualTo(
            "20000000"
                + "1000"
                + "0100"
                + "07000000"
                + "00000000" // nlmsghdr
                + "03"
                + "01"
                + "0000" // genlmsghdr
                + "0b00"
                + "0200"
                + "6e6574646576"
                + "00"
                + "00"); // "netdev", 0, padding
  }

  @Test
  void shouldReadAttributesWithPaddingBetweenThem() {
    NetlinkMessage answer =
        only(
            "28000000"
                + "1c00"
                + "0000"
                + "01000000"
                + "00000000"
                + "01010000"
                + "0500"
                + "0900"
                + "2a000000" // one byte, three of padding
                + "0c00"
                + "0300"
                + "2300000000000000");

    assertThat(answer.type()).isEqualTo(0x1c);
    assertThat(answer.sequence()).isEqualTo(1);
    assertThat(answer.attributes().get(9).get(0)).isEqualTo((byte) 42);
    assertThat(answer.attributes().get(3).getLong(0)).isEqualTo(0x23);
  }

  @Test
  void shouldIgnoreFlagsInAttributeType() {
    NetlinkMessage answer =
        only(
            "1c000000"
                + "1c00"
                + "0000"
                + "01000000"
                + "00000000"
                + "01010000"
                + "0800"
                + "03c0"
                + "01000000");

    assertThat(answer.attributes()).containsOnlyKeys(3);
  }

  @Test
  void shouldTellErrorNumber() {
    NetlinkMessage answer =
        only("24000000" + "0200" + "0000" + "01000000" + "00000000" + "edffffff" + "00".repeat(16));

    assertThat(answer.type()).isEqualTo(NetlinkMessage.ERROR);
    assertThat(answer.errno()).isEqualTo(KernelException.ENODEV);
  }

  @Test
  void shouldStopAtMessageThatIsCutOff() {
    String whole = "14000000" + "1c00" + "0000" + "01000000" + "00000000" + "01010000";
    String cut = "ff000000" + "1c00" + "0000" + "02000000" + "00000000";

    assertThat(parse(whole + cut)).extracting(NetlinkMessage::sequence).containsExactly(1);
  }

  @Test
  void shouldStopAtAttributeThatIsCutOff() {
    NetlinkMessage answer =
        only(
            "20000000"
                + "1c00"
                + "0000"
                + "01000000"
                + "00000000"
                + "01010000"
                + "0800"
                + "0100"
                + "01000000"
                + "ff00"
                + "0200");

    assertThat(answer.attributes()).containsOnlyKeys(1);
  }

  @Test
  void shouldReadFeaturesOfKernelWithoutMetadata() {
    // Linux 6.3 to 6.7: ifindex and features only.
    NetlinkMessage answer =
        only(
            "28000000"
                + "1c00"
                + "0000"
                + "01000000"
                + "00000000"
                + "01010000"
                + "0800"
                + "0100"
                + "02000000"
                + "0c00"
                + "0300"
                + "2300000000000000");

    assertThat(XdpFeatures.of(answer)).contains(new XdpFeatures(0x23, 0));
    assertThat(XdpFeatures.of(answer).orElseThrow())
        .matches(XdpFeatures::isNative)
        .matches(XdpFeatures::hasFrags)
        .matches(features -> !features.isOffloaded())
        .matches(features -> !features.hasReceiveTime());
  }

  private static NetlinkMessage only(String hex) {
    List<NetlinkMessage> messages = parse(hex);
    assertThat(messages).hasSize(1);
    return messages.getFirst();
  }

  private static List<NetlinkMessage> parse(String hex) {
    return NetlinkMessage.parse(ByteBuffer.wrap(HexFormat.of().parseHex(hex)));
  }
}
