package io.verbus.internal.os;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;

/**
 * The functions of libc that have no equivalent in Java. Each returns the result of libc, or the negative errno.
 *
 * <p>Linux only; the constants are the same on x86-64 and aarch64, except {@link #O_NOFOLLOW} and
 * {@link #O_DIRECTORY}. Thread-safe.
 */
@SuppressWarnings("restricted")
public final class Libc {
    static final int O_RDONLY = 0;
    static final int O_RDWR = 2;
    static final int O_CREAT = 0x40;
    static final int O_EXCL = 0x80;
    static final int O_NONBLOCK = 0x800;
    static final int O_NOFOLLOW = "aarch64".equals(System.getProperty("os.arch")) ? 0x8000 : 0x20000;
    static final int O_DIRECTORY = "aarch64".equals(System.getProperty("os.arch")) ? 0x4000 : 0x10000;
    static final int O_CLOEXEC = 0x80000;
    static final int LOCK_SH = 1;
    static final int LOCK_EX = 2;
    static final int LOCK_NB = 4;
    static final int SEEK_END = 2;
    static final int AT_FDCWD = -100;
    static final int AT_EMPTY_PATH = 0x1000;
    static final int STATX_TYPE = 1;
    static final int STATX_MTIME = 0x40;
    static final int PROT_READ = 1;
    static final int PROT_WRITE = 2;
    static final int MAP_SHARED = 1;
    static final int MAP_NORESERVE = 0x4000;
    static final int MS_SYNC = 4;
    static final int MADV_REMOVE = 9;
    static final int MADV_POPULATE_READ = 22;
    static final int MADV_POPULATE_WRITE = 23;
    public static final int EPERM = 1;
    public static final int ENOENT = 2;
    /** No such thread. */
    static final int ESRCH = 3;
    static final int EINTR = 4;
    public static final int EIO = 5;
    static final int ENXIO = 6;
    static final int EWOULDBLOCK = 11;
    public static final int ENOMEM = 12;
    public static final int EACCES = 13;
    static final int EISDIR = 21;
    public static final int ENFILE = 23;
    public static final int EMFILE = 24;
    public static final int EFBIG = 27;
    public static final int ENOSPC = 28;
    public static final int EROFS = 30;
    static final int ELOOP = 40;
    public static final int EDQUOT = 122;

    /** Struct group: two pointers, the id (4). */
    private static final int GROUP_LENGTH = 20;
    private static final int GROUP_ID_OFFSET = 16;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
    private static final VarHandle ERRNO_VALUE = Linker.Option.captureStateLayout()
            .varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private static final MethodHandle OPEN = LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("open"),
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT), ERRNO, Linker.Option.firstVariadicArg(2));
    private static final MethodHandle CLOSE = find("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle FLOCK = find("flock", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
    private static final MethodHandle POSIX_FALLOCATE = find("posix_fallocate",
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle LSEEK = find("lseek",
            FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT));
    private static final MethodHandle FSTATFS = find("fstatfs", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS));
    private static final MethodHandle STATX = find("statx",
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS));
    private static final MethodHandle MMAP = find("mmap",
            FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
    private static final MethodHandle MUNMAP = find("munmap", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle MADVISE = find("madvise",
            FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT));
    private static final MethodHandle MSYNC = find("msync",
            FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT));
    private static final MethodHandle SCHED_SETAFFINITY = find("sched_setaffinity",
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS));
    private static final MethodHandle SCHED_GETAFFINITY = find("sched_getaffinity",
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS));

    private static final MethodHandle SYSCALL = LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow("syscall"),
            FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG), ERRNO,
            Linker.Option.firstVariadicArg(1));

    /** A call with memory for errno. */
    @FunctionalInterface
    private interface Call {
        long apply(MemorySegment errno) throws Throwable;
    }

    /** Any thread may overwrite it. */
    private static final MemorySegment IGNORED_ERRNO = Arena.global().allocate(Linker.Option.captureStateLayout());

    private Libc() {
    }

    /** membarrier(2), for which libc has no function; its number depends on the architecture. Allocates nothing. */
    static int membarrier(final int number, final int command) {
        try {
            return (int) (long) SYSCALL.invokeExact(IGNORED_ERRNO, (long) number, (long) command, 0L, 0L);
        } catch (final Throwable t) {
            throw impossible(t);
        }
    }

    static int open(final Path path, final int flags, final int mode) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment errno = arena.allocate(Linker.Option.captureStateLayout());
            final MemorySegment name = arena.allocateFrom(path.toString());
            return status((int) OPEN.invokeExact(errno, name, flags | O_CLOEXEC, mode), errno);
        } catch (final Throwable t) {
            throw impossible(t);
        }
    }

    static int close(final int fd) {
        return (int) call(errno -> (int) CLOSE.invokeExact(errno, fd));
    }

    static int flock(final int fd, final int operation) {
        return (int) call(errno -> (int) FLOCK.invokeExact(errno, fd, operation));
    }

    /** posix_fallocate(3) returns its error instead of setting errno. */
    static int allocate(final int fd, final long offset, final long length) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment errno = arena.allocate(Linker.Option.captureStateLayout());
            int error;
            do {
                error = (int) POSIX_FALLOCATE.invokeExact(errno, fd, offset, length);
            } while (error == EINTR); // for example by a profiler's signals
            return -error;
        } catch (final Throwable t) {
            throw impossible(t);
        }
    }

    static long length(final int fd) {
        return call(errno -> (long) LSEEK.invokeExact(errno, fd, 0L, SEEK_END));
    }

    /** Fills a struct statfs; its first two words are the type of the file system and the size of its blocks. */
    static int fstatfs(final int fd, final MemorySegment struct) {
        return (int) call(errno -> (int) FSTATFS.invokeExact(errno, fd, struct));
    }

    /**
     * Fills a struct statx for a path.
     *
     * @param errno reusable memory, so that repeated calls allocate nothing
     */
    static int statx(final MemorySegment path, final int mask, final MemorySegment struct, final MemorySegment errno) {
        try {
            return status((int) STATX.invokeExact(errno, AT_FDCWD, path, 0, mask, struct), errno);
        } catch (final Throwable t) {
            throw impossible(t);
        }
    }

    /** Fills a struct statx for an open file. */
    static int statx(final int fd, final int mask, final MemorySegment struct) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment errno = arena.allocate(Linker.Option.captureStateLayout());
            return status((int) STATX.invokeExact(errno, fd, arena.allocateFrom(""), AT_EMPTY_PATH, mask, struct),
                    errno);
        } catch (final Throwable t) {
            throw impossible(t);
        }
    }

    /** The errno memory for {@link #statx}. */
    static MemorySegment errno(final Arena arena) {
        return arena.allocate(Linker.Option.captureStateLayout());
    }

    /**
     * Returns the address, or the negative errno: no address of a process is negative. Reserves no huge pages: those of
     * a file are allocated before, and a part of it that is not is not accessed.
     */
    static long mmap(final int fd, final long length, final int protection) {
        return call(
                errno -> (long) MMAP.invokeExact(errno, 0L, length, protection, MAP_SHARED | MAP_NORESERVE, fd, 0L));
    }

    static int munmap(final long address, final long length) {
        return (int) call(errno -> (int) MUNMAP.invokeExact(errno, address, length));
    }

    static int madvise(final long address, final long length, final int advice) {
        return (int) call(errno -> (int) MADVISE.invokeExact(errno, address, length, advice));
    }

    static int msync(final long address, final long length) {
        return (int) call(errno -> (int) MSYNC.invokeExact(errno, address, length, MS_SYNC));
    }

    /** For a thread; 0 for the calling one. */
    static int setAffinity(final int thread, final MemorySegment cores) {
        return (int) call(errno -> (int) SCHED_SETAFFINITY.invokeExact(errno, thread, cores.byteSize(), cores));
    }

    /** For a thread; 0 for the calling one. */
    static int getAffinity(final int thread, final MemorySegment cores) {
        return (int) call(errno -> (int) SCHED_GETAFFINITY.invokeExact(errno, thread, cores.byteSize(), cores));
    }

    /** Reads the kernel's clock into a struct timex. Only tools call it, so it has no handle from the start. */
    static int adjtimex(final MemorySegment struct) {
        final MethodHandle adjtimex = find("adjtimex", FunctionDescriptor.of(JAVA_INT, ADDRESS));
        return (int) call(errno -> (int) adjtimex.invokeExact(errno, struct));
    }

    /** Changes the group of an open file. Only a bus with a group needs this and the next two. */
    static int fchown(final int fd, final int group) {
        final MethodHandle fchown = find("fchown", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
        return (int) call(errno -> (int) fchown.invokeExact(errno, fd, -1, group));
    }

    static int fchmod(final int fd, final int mode) {
        final MethodHandle fchmod = find("fchmod", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
        return (int) call(errno -> (int) fchmod.invokeExact(errno, fd, mode));
    }

    /** The id of a group of this host, an unsigned 32-bit number; negative if there is none. */
    static synchronized long groupId(final String name) {
        final MethodHandle getgrnam = find("getgrnam", FunctionDescriptor.of(JAVA_LONG, ADDRESS));
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment text = arena.allocateFrom(name);
            final long group = call(errno -> (long) getgrnam.invokeExact(errno, text));
            return group <= 0
                    ? -ENOENT
                    : Integer.toUnsignedLong(
                            MemorySegment.ofAddress(group).reinterpret(GROUP_LENGTH).get(JAVA_INT, GROUP_ID_OFFSET));
        }
    }

    private static long call(final Call call) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment errno = errno(arena);
            return status(call.apply(errno), errno);
        } catch (final Throwable t) {
            throw impossible(t);
        }
    }

    private static int status(final int result, final MemorySegment errno) {
        return result >= 0 ? result : -(int) ERRNO_VALUE.get(errno, 0L);
    }

    private static long status(final long result, final MemorySegment errno) {
        return result >= 0 ? result : -(int) ERRNO_VALUE.get(errno, 0L);
    }

    private static MethodHandle find(final String name, final FunctionDescriptor descriptor) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor, ERRNO);
    }

    private static AssertionError impossible(final Throwable t) {
        if (t instanceof final VirtualMachineError error) { // as from any other code
            throw error;
        }
        return new AssertionError("a downcall handle threw", t);
    }
}
