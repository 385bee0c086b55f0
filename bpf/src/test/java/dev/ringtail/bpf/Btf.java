// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bpf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The structures in the BTF of a little-endian BPF object.
 *
 * @see <a href="https://docs.kernel.org/bpf/btf.html">BPF Type Format</a>
 */
final class Btf {

  private static final int KIND_INT = 1;
  private static final int KIND_ARRAY = 3;
  private static final int KIND_STRUCT = 4;
  private static final int KIND_UNION = 5;
  private static final int KIND_ENUM = 6;
  private static final int KIND_FUNC_PROTO = 13;
  private static final int KIND_VAR = 14;
  private static final int KIND_DATASEC = 15;
  private static final int KIND_DECL_TAG = 17;
  private static final int KIND_ENUM64 = 19;
  private static final int TYPE_BYTES = 12;

  /** Size and members in their order, name to byte offset. */
  record Struct(int size, Map<String, Integer> offsets) {}

  private final Map<String, Struct> structs = new LinkedHashMap<>();

  /**
   * @param object the ELF file
   */
  Btf(byte[] object) {
    ByteBuffer btf = section(ByteBuffer.wrap(object).order(ByteOrder.LITTLE_ENDIAN), ".BTF");
    int header = btf.getInt(4);
    ByteBuffer types = slice(btf, header + btf.getInt(8), btf.getInt(12));
    ByteBuffer strings = slice(btf, header + btf.getInt(16), btf.getInt(20));
    while (types.hasRemaining()) {
      readType(types, strings);
    }
  }

  /** The structure, without the {@code struct} before its name. */
  Struct struct(String name) {
    Struct struct = structs.get(name);
    if (struct == null) {
      throw new IllegalArgumentException(name + " is not among " + structs.keySet());
    }
    return struct;
  }

  private void readType(ByteBuffer types, ByteBuffer strings) {
    String name = string(strings, types.getInt());
    int info = types.getInt();
    int size = types.getInt();
    int count = info & 0xffff;
    int kind = info >> 24 & 0x1f;
    if (kind == KIND_STRUCT) {
      Map<String, Integer> offsets = new LinkedHashMap<>();
      for (int i = 0; i < count; i++) {
        String member = string(strings, types.getInt());
        types.getInt();
        offsets.put(member, (types.getInt() & 0xffffff) / 8);
      }
      structs.put(name, new Struct(size, offsets));
    } else {
      types.position(types.position() + bytesBehind(kind, count));
    }
  }

  private static int bytesBehind(int kind, int count) {
    return switch (kind) {
      case KIND_INT, KIND_VAR, KIND_DECL_TAG -> 4;
      case KIND_ARRAY -> 12;
      case KIND_ENUM, KIND_FUNC_PROTO -> 8 * count;
      case KIND_UNION, KIND_DATASEC, KIND_ENUM64 -> TYPE_BYTES * count;
      default -> 0;
    };
  }

  private static ByteBuffer section(ByteBuffer elf, String wanted) {
    List<ByteBuffer> headers = new ArrayList<>();
    int headerBytes = elf.getShort(0x3a);
    for (int i = 0; i < elf.getShort(0x3c); i++) {
      headers.add(slice(elf, (int) elf.getLong(0x28) + i * headerBytes, headerBytes));
    }
    ByteBuffer names = content(elf, headers.get(elf.getShort(0x3e)));
    for (ByteBuffer header : headers) {
      if (string(names, header.getInt(0)).equals(wanted)) {
        return content(elf, header);
      }
    }
    throw new IllegalArgumentException("the object has no section " + wanted);
  }

  private static ByteBuffer content(ByteBuffer elf, ByteBuffer header) {
    return slice(elf, (int) header.getLong(0x18), (int) header.getLong(0x20));
  }

  private static ByteBuffer slice(ByteBuffer buffer, int offset, int length) {
    return buffer.slice(offset, length).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static String string(ByteBuffer strings, int offset) {
    int end = offset;
    while (strings.get(end) != 0) {
      end++;
    }
    byte[] bytes = new byte[end - offset];
    strings.get(offset, bytes);
    return new String(bytes, StandardCharsets.US_ASCII);
  }
}
