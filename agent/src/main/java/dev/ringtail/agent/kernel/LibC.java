// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.kernel;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;

/**
 * The C library, bound directly. Addresses are {@code long}; a failed call answers -1 and leaves
 * the reason in {@link Native#getLastError()}, which {@link KernelException#last} reads. Every
 * method is safe to call from any thread and allocates nothing, {@link #strerror} and {@link
 * #if_nametoindex} apart.
 */
public final class LibC {
  public static final int PROT_READ = 1;
  public static final int PROT_WRITE = 2;
  public static final int MAP_SHARED = 1;
  public static final int MAP_POPULATE = 0x8000;
  public static final int O_RDWR = 2;
  public static final int O_CREAT = 0x40;
  public static final int O_PATH = 0x200000;
  public static final int O_CLOEXEC = 0x80000;
  public static final int EPOLL_CLOEXEC = 0x80000;
  public static final int EFD_CLOEXEC = 0x80000;
  public static final int EFD_NONBLOCK = 0x800;
  public static final int EPOLL_CTL_ADD = 1;
  public static final int EPOLLIN = 1;
  public static final int PRIO_PROCESS = 0;
  public static final int CLONE_NEWNET = 0x40000000;

  static {
    Native.register(LibC.class, NativeLibrary.getInstance(Platform.C_LIBRARY_NAME));
  }

  private LibC() {}

  /** {@code int open(const char *path, int flags, mode_t mode);} */
  public static native int open(String path, int flags, int mode);

  /** {@code int close(int fd);} */
  public static native int close(int fd);

  /** {@code ssize_t pwrite(int fd, const void *buf, size_t count, off_t offset);} */
  public static native long pwrite(int fd, long buf, long count, long offset);

  /** {@code int ftruncate(int fd, off_t length);} */
  public static native int ftruncate(int fd, long length);

  /** {@code int fallocate(int fd, int mode, off_t offset, off_t len);} */
  public static native int fallocate(int fd, int mode, long offset, long len);

  /** {@code int fsync(int fd);} */
  public static native int fsync(int fd);

  /**
   * {@code void *mmap(void *addr, size_t length, int prot, int flags, int fd, off_t offset);}
   *
   * @return the address, or -1
   */
  public static native long mmap(long addr, long length, int prot, int flags, int fd, long offset);

  /** {@code int munmap(void *addr, size_t length);} */
  public static native int munmap(long addr, long length);

  /** {@code int eventfd(unsigned int initval, int flags);} */
  public static native int eventfd(int initial, int flags);

  /** {@code ssize_t read(int fd, void *buf, size_t count);} */
  public static native long read(int fd, long buf, long count);

  /** {@code ssize_t write(int fd, const void *buf, size_t count);} */
  public static native long write(int fd, long buf, long count);

  /** {@code int epoll_create1(int flags);} */
  public static native int epoll_create1(int flags);

  /** {@code int epoll_ctl(int epfd, int op, int fd, struct epoll_event *event);} */
  public static native int epoll_ctl(int epfd, int op, int fd, long event);

  /** {@code int epoll_wait(int epfd, struct epoll_event *events, int maxevents, int timeout);} */
  public static native int epoll_wait(int epfd, long events, int maxevents, int timeoutMs);

  /** {@code int sched_setaffinity(pid_t pid, size_t cpusetsize, const cpu_set_t *mask);} */
  public static native int sched_setaffinity(int tid, long size, long mask);

  /** {@code int sched_getaffinity(pid_t pid, size_t cpusetsize, cpu_set_t *mask);} */
  public static native int sched_getaffinity(int tid, long size, long mask);

  /** {@code int setpriority(int which, id_t who, int prio);} */
  public static native int setpriority(int which, int who, int priority);

  /** {@code pid_t gettid(void);} */
  public static native int gettid();

  /** {@code int setns(int fd, int nstype);} for the calling thread. */
  public static native int setns(int fd, int type);

  /** {@code int isatty(int fd);} */
  public static native int isatty(int fd);

  /** {@code int adjtimex(struct timex *buf);} */
  public static native int adjtimex(long timex);

  /** {@code unsigned int if_nametoindex(const char *ifname);} 0 when there is none. */
  public static native int if_nametoindex(String name);

  /** {@code int socket(int domain, int type, int protocol);} */
  public static native int socket(int domain, int type, int protocol);

  /** {@code int ioctl(int fd, unsigned long request, ...);} with one pointer. */
  public static native int ioctl(int fd, long request, long argument);

  /** {@code ssize_t send(int sockfd, const void *buf, size_t len, int flags);} */
  public static native long send(int fd, long buf, long bytes, int flags);

  /** {@code ssize_t recv(int sockfd, void *buf, size_t len, int flags);} */
  public static native long recv(int fd, long buf, long bytes, int flags);

  /** {@code char *strerror(int errnum);} */
  public static native String strerror(int errno);

  /** {@code long syscall(long number, ...);} with six integer arguments. */
  public static native long syscall(long number, long a, long b, long c, long d, long e, long f);
}
