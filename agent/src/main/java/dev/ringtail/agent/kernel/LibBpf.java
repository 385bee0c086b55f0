// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.kernel;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;

/**
 * libbpf 1.x, for reading and relocating object files; maps, links and generated programs go
 * through {@link Bpf}. Pointers are {@code long}, 0 is NULL; integer results are 0 or a negative
 * error number.
 */
public final class LibBpf {
  static {
    Native.register(LibBpf.class, NativeLibrary.getInstance("libbpf.so.1"));
    // Its own messages would reach the terminal; errors come with the verifier's log instead.
    libbpf_set_print(0);
  }

  private LibBpf() {}

  /** {@code libbpf_print_fn_t libbpf_set_print(libbpf_print_fn_t fn);} */
  static native long libbpf_set_print(long function);

  /**
   * {@code struct bpf_object *bpf_object__open_mem(const void *buf, size_t size, const struct
   * bpf_object_open_opts *opts);}
   */
  public static native long bpf_object__open_mem(long buffer, long size, long options);

  /** {@code int bpf_object__load(struct bpf_object *obj);} */
  public static native int bpf_object__load(long object);

  /** {@code void bpf_object__close(struct bpf_object *obj);} */
  public static native void bpf_object__close(long object);

  /**
   * {@code struct bpf_map *bpf_object__find_map_by_name(const struct bpf_object *obj, const char
   * *name);}
   */
  public static native long bpf_object__find_map_by_name(long object, String name);

  /**
   * {@code struct bpf_program *bpf_object__find_program_by_name(const struct bpf_object *obj, const
   * char *name);}
   */
  public static native long bpf_object__find_program_by_name(long object, String name);

  /** {@code int bpf_map__fd(const struct bpf_map *map);} */
  public static native int bpf_map__fd(long map);

  /** {@code int bpf_map__reuse_fd(struct bpf_map *map, int fd);} */
  public static native int bpf_map__reuse_fd(long map, int fd);

  /** {@code int bpf_map__set_max_entries(struct bpf_map *map, __u32 max_entries);} */
  public static native int bpf_map__set_max_entries(long map, int entries);

  /** {@code int bpf_map__set_value_size(struct bpf_map *map, __u32 size);} */
  public static native int bpf_map__set_value_size(long map, int bytes);

  /** {@code void *bpf_map__initial_value(struct bpf_map *map, size_t *psize);} */
  public static native long bpf_map__initial_value(long map, long size);

  /** {@code int bpf_program__fd(const struct bpf_program *prog);} */
  public static native int bpf_program__fd(long program);

  /** {@code __u32 bpf_program__flags(const struct bpf_program *prog);} */
  public static native int bpf_program__flags(long program);

  /** {@code int bpf_program__set_flags(struct bpf_program *prog, __u32 flags);} */
  public static native int bpf_program__set_flags(long program, int flags);

  /** {@code int bpf_xdp_query(int ifindex, int flags, struct bpf_xdp_query_opts *opts);} */
  public static native int bpf_xdp_query(int ifindex, int flags, long options);
}
