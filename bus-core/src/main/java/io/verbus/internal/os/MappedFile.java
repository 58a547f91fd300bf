package io.verbus.internal.os;

import io.verbus.BusException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A shared-memory file, mapped into this process.
 *
 * <p>A file is allocated in full when it is created, so a full file system causes an error then and not a SIGBUS
 * later; or its parts are, by {@link #allocate}, before their first use. No method truncates a file: that would cause a
 * SIGBUS in every process that has mapped it.
 *
 * <p>{@link #close()} unmaps. Buffers over the memory must not be used afterwards; they do not check that. The memory
 * does not belong to a {@link java.lang.foreign.Arena}: closing a shared arena stops every thread of the process for a
 * moment, including busy-spinning ones, and checks no access through these buffers.
 */
public final class MappedFile implements AutoCloseable {
    /** A multiple of the page size of every supported platform. */
    private static final long SYNC_ALIGNMENT = 1 << 16;

    private final Path path;
    private final long address;
    private final long length;
    private final boolean writable;
    private boolean closed;

    /**
     * A part of a file.
     *
     * @param offset of its first byte
     * @param length in bytes, above 0
     */
    public record Part(long offset, long length) {}

    private MappedFile(final Path path, final long address, final long length, final boolean writable) {
        this.path = path;
        this.address = address;
        this.length = length;
        this.writable = writable;
    }

    /**
     * Called after an access to a file that another process may truncate. An access to missing pages causes an {@link
     * InternalError}, which compiled code throws only at its next safepoint, often in a caller. The return from a
     * native method is one, so the error is thrown here. Some 50 ns.
     *
     * @throws InternalError if a page was missing
     */
    public static void checkAccess() {
        Thread.holdsLock(MappedFile.class); // a native method that the compiler does not replace
    }

    /**
     * A new file of zeros, accessible only to its owner, mapped for writing.
     *
     * @param path of the file, which must not exist yet
     * @param length in bytes, above 0; on hugetlbfs the file is rounded up to whole huge pages
     * @return the mapping
     * @throws BusException if there is no room, no permission, or the file exists; a {@link TransientException} if its
     *     directory does not exist
     */
    public static MappedFile create(final Path path, final long length) {
        return create(path, path, length, List.of(new Part(0, length)), FileAccess.PRIVATE);
    }

    /**
     * @param known path of the finished file, for error messages
     * @param allocated parts that are allocated now
     */
    private static MappedFile create(final Path path, final Path known, final long length,
            final List<Part> allocated, final FileAccess access) {
        final int fd = Libc.open(path, Libc.O_RDWR | Libc.O_CREAT | Libc.O_EXCL, 0600);
        if (fd == -Libc.ENOENT) {
            throw new TransientException("cannot create " + known + ": its directory does not exist (any more)");
        }
        if (fd < 0) {
            throw new BusException("cannot create " + known + ": " + OsErrors.of(-fd, "open(2)"));
        }
        try {
            access.grant(fd, known);
            final PageSize page = PageSize.of(fd);
            final long needed = allocated.stream().mapToLong(Part::length).sum();
            for (final Part part : allocated) {
                allocate(fd, page, known, part, needed);
            }
            allocate(fd, page, known, new Part(page.roundUp(length) - 1, 1), needed); // so that it has its length
            return map(path, fd, page.roundUp(length), true);
        } catch (final RuntimeException e) {
            delete(path);
            throw e;
        } finally {
            Libc.close(fd);
        }
    }

    /** @param needed bytes, for error messages */
    private static void allocate(final int fd, final PageSize page, final Path known, final Part part,
            final long needed) {
        MemoryGroup.OWN.check(fd, known, part.length());
        final int status = Libc.allocate(fd, part.offset(), part.length());
        if (status < 0) {
            throw -status == Libc.ENOSPC
                    ? new NoRoomException(page.noRoom(known, needed))
                    : new BusException("cannot allocate " + needed + " bytes for " + known + ": "
                            + OsErrors.of(-status, "posix_fallocate(3)"));
        }
    }

    /**
     * A new file that appears under its name only when it is complete.
     *
     * @param path of the file, which must not exist yet
     * @param process id of this process, part of the temporary name
     * @param length in bytes, above 0
     * @param access of other users to the file
     * @param completion writes the initial contents before the file is visible
     * @return the mapping
     * @throws BusException if there is no room, no permission, or the file exists
     */
    public static MappedFile create(final Path path, final long process, final long length, final FileAccess access,
            final Consumer<MappedFile> completion) {
        return create(path, process, length, List.of(new Part(0, length)), access, completion);
    }

    /**
     * The same, of which only some parts are allocated. No process may access another part, also not to read it,
     * before {@link #allocate}.
     *
     * @param path of the file, which must not exist yet
     * @param process id of this process, part of the temporary name
     * @param length in bytes, above 0
     * @param allocated parts of it that are allocated
     * @param access of other users to the file
     * @param completion writes the initial contents before the file is visible
     * @return the mapping
     * @throws BusException if there is no room, no permission, or the file exists
     */
    public static MappedFile create(final Path path, final long process, final long length,
            final List<Part> allocated, final FileAccess access, final Consumer<MappedFile> completion) {
        final Path unfinished = TempFiles.of(path, process);
        final MappedFile file = create(unfinished, path, length, allocated, access);
        try {
            completion.accept(file);
            Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
            return new MappedFile(path, file.address, file.length, true);
        } catch (final IOException e) {
            file.unlink();
            file.close();
            throw new BusException("cannot create " + path + ": " + OsErrors.of(e), e);
        } catch (final RuntimeException e) {
            file.unlink();
            file.close();
            throw e;
        }
    }

    /**
     * Memory in the file system of a path, without a name.
     *
     * @param path for error messages
     * @param process id of this process, part of the temporary name
     * @param length in bytes, above 0
     * @return the mapping
     * @throws BusException if there is no room, or no permission
     */
    public static MappedFile createUnnamed(final Path path, final long process, final long length) {
        final MappedFile file = create(TempFiles.of(path, process), path, length, List.of(new Part(0, length)),
                FileAccess.PRIVATE);
        file.unlink();
        return file;
    }

    /**
     * A new file that appears under its name only when it is complete. If another process creates the file first, that
     * one remains.
     *
     * @param path of the file
     * @param process id of this process, part of the temporary name
     * @param length in bytes, above 0
     * @param access of other users to the file
     * @param completion writes the initial contents before the file is visible
     * @throws BusException if there is no room, or no permission
     */
    public static void createOnce(final Path path, final long process, final long length, final FileAccess access,
            final Consumer<MappedFile> completion) {
        try (MappedFile file = create(TempFiles.of(path, process), path, length,
                List.of(new Part(0, length)), access)) {
            try {
                completion.accept(file);
                Files.createLink(path, file.path()); // a move would replace the other file
            } catch (final FileAlreadyExistsException e) {
                return; // another process was first
            } catch (final IOException e) {
                throw new BusException("cannot create " + path + ": " + OsErrors.of(e), e);
            } finally {
                file.unlink();
            }
        }
    }

    /**
     * An existing file, mapped read-only: a store into its buffer is a program error, and crashes the process.
     *
     * @param path of the file
     * @return the mapping
     * @throws BusException if the file is empty or not a regular file; a {@link TransientException} if it does not
     *     exist
     *     or can't be opened now
     */
    public static MappedFile openReadOnly(final Path path) {
        return open(path, false);
    }

    /**
     * An existing file, mapped for writing in its full length.
     *
     * @param path of the file
     * @return the mapping
     * @throws BusException if the file is empty or not a regular file; a {@link TransientException} if it does not
     *     exist
     *     or can't be opened for writing now
     */
    public static MappedFile openWritable(final Path path) {
        return open(path, true);
    }

    private static MappedFile open(final Path path, final boolean writable) {
        final int fd = RegularFile.open(path, writable ? Libc.O_RDWR : Libc.O_RDONLY);
        if (RegularFile.isForeign(-fd)) {
            throw RegularFile.foreign(path);
        }
        if (fd < 0) {
            throw new TransientException(switch (-fd) {
                case Libc.ENOENT -> path + " does not exist (any more)";
                case Libc.EACCES -> "no permission to open " + path + ": it belongs to another user";
                default -> "cannot open " + path + ": " + OsErrors.of(-fd, "open(2)");
            });
        }
        try {
            final long length = Libc.length(fd);
            if (length == 0) {
                throw new BusException(path + " is empty; remove it");
            }
            return map(path, fd, length, writable);
        } finally {
            Libc.close(fd);
        }
    }

    private static MappedFile map(final Path path, final int fd, final long length, final boolean writable) {
        final long address = Libc.mmap(fd, length, writable ? Libc.PROT_READ | Libc.PROT_WRITE : Libc.PROT_READ);
        if (address < 0) {
            throw new TransientException("cannot map " + path + ": " + OsErrors.of((int) -address, "mmap(2)"));
        }
        return new MappedFile(path, address, length, writable);
    }

    /**
     * Allocates a part of a file of which only some were allocated. Does nothing to a part that is allocated.
     *
     * @param offset of the first byte
     * @param partLength in bytes, above 0
     * @throws BusException if there is no room, or the file has been removed
     * @throws IndexOutOfBoundsException if the part is not in the file
     */
    public void allocate(final long offset, final long partLength) {
        Objects.checkFromIndexSize(offset, partLength, length);
        final int fd = RegularFile.open(path, Libc.O_RDWR);
        if (fd < 0) {
            throw new BusException("cannot open " + path + ": " + OsErrors.of(-fd, "open(2)"));
        }
        try {
            allocate(fd, PageSize.of(fd), path, new Part(offset, partLength), partLength);
        } finally {
            Libc.close(fd);
        }
    }

    /**
     * Faults the pages in now, not during the first lap. Kernels before 5.14 do not support this; the first lap is
     * slower there.
     *
     * @return this file
     */
    public MappedFile prefault() {
        Libc.madvise(address, length, writable ? Libc.MADV_POPULATE_WRITE : Libc.MADV_POPULATE_READ);
        return this;
    }

    /**
     * A part of the file as a buffer.
     *
     * @param offset of the first byte
     * @param partLength in bytes
     * @return a buffer that checks its bounds
     * @throws IndexOutOfBoundsException if the part is not in the file
     */
    public UnsafeBuffer buffer(final long offset, final int partLength) {
        Objects.checkFromIndexSize(offset, partLength, length);
        return new UnsafeBuffer(address + offset, partLength);
    }

    /**
     * A part of the file as a {@link ByteBuffer}, for functions that accept no other buffer, such as checksums.
     *
     * @param offset of the first byte
     * @param partLength in bytes
     * @return a buffer that checks its bounds, little endian
     * @throws IndexOutOfBoundsException if the part is not in the file
     */
    @SuppressWarnings("restricted")
    public ByteBuffer byteBuffer(final long offset, final int partLength) {
        Objects.checkFromIndexSize(offset, partLength, length);
        return MemorySegment.ofAddress(address + offset).reinterpret(partLength).asByteBuffer()
                .order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Waits until a part of the file is on the disk, as msync(2) does. Any thread, until the file is closed.
     *
     * @param offset of the first byte
     * @param partLength in bytes
     * @throws BusException if the disk refuses it
     * @throws IndexOutOfBoundsException if the part is not in the file
     */
    public void sync(final long offset, final long partLength) {
        Objects.checkFromIndexSize(offset, partLength, length);
        final long first = offset & -SYNC_ALIGNMENT;
        final int status = Libc.msync(address + first, offset + partLength - first);
        if (status < 0) {
            throw new BusException("cannot sync " + path + ": " + OsErrors.of(-status, "msync(2)"));
        }
    }

    /**
     * Returns the end of the file to its file system, if that supports it. The file keeps its length, and the end reads
     * as zeros. Nothing may be written there afterwards: it could cause a SIGBUS.
     *
     * @param offset of the first byte that is not needed
     */
    public void discardFrom(final long offset) {
        final long first = (offset + SYNC_ALIGNMENT - 1) & -SYNC_ALIGNMENT;
        if (first < length) {
            Libc.madvise(address + first, length - first, Libc.MADV_REMOVE);
        }
    }

    /**
     * Renames the file within its file system; no file of the new name may exist.
     *
     * @param newPath of the file
     * @return the same mapping under its new name; this object must not be closed any more
     * @throws BusException if it can't be renamed
     */
    public MappedFile rename(final Path newPath) {
        try {
            Files.move(path, newPath, StandardCopyOption.ATOMIC_MOVE);
        } catch (final IOException e) {
            throw new BusException("cannot create " + newPath + ": " + OsErrors.of(e), e);
        }
        return new MappedFile(newPath, address, length, writable);
    }

    /** {@return the file's length in bytes when it was mapped} */
    public long length() {
        return length;
    }

    /** {@return the path of the file, which may have been removed} */
    public Path path() {
        return path;
    }

    /** Removes the file's name; a process that has mapped the file keeps its memory. */
    public void unlink() {
        delete(path);
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            Libc.munmap(address, length);
        }
    }

    private static void delete(final Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (final IOException e) {
            throw new BusException("cannot remove " + path + ": " + OsErrors.of(e), e);
        }
    }
}
