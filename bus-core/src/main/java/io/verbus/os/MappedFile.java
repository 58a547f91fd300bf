package io.verbus.os;

import io.verbus.BusException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A shared-memory file in this process's memory.
 *
 * <p>A file is allocated in full when it is created, so a full file system is an error then and never a SIGBUS later.
 * Nothing here ever truncates a file: that would be a SIGBUS for whoever has it mapped.
 *
 * <p>{@link #close()} unmaps. Buffers over the memory must not be used after it; they do not check. That is why the
 * memory is no {@link java.lang.foreign.Arena}'s: closing a shared one stops every thread of the process for a moment,
 * those that spin for messages too, and checks nothing that these buffers do.
 */
public final class MappedFile implements AutoCloseable {
    /** A multiple of the size of a page wherever the bus runs. */
    private static final long SYNC_ALIGNMENT = 1 << 16;

    private final Path path;
    private final long address;
    private final long length;
    private final boolean writable;
    private boolean closed;

    private MappedFile(final Path path, final long address, final long length, final boolean writable) {
        this.path = path;
        this.address = address;
        this.length = length;
        this.writable = writable;
    }

    /**
     * A new file of zeros, readable and writable by its owner alone, mapped for writing.
     *
     * @param path of the file, which must not exist yet
     * @param length in bytes, above 0; on hugetlbfs the file is as many huge pages long as that takes
     * @return the mapping
     * @throws BusException if there is no room, no permission, or the file exists; a {@link PassingException} if its
     *     directory is absent
     */
    public static MappedFile create(final Path path, final long length) {
        return create(path, path, length);
    }

    /** For who makes it under another name than the one that a person knows. */
    private static MappedFile create(final Path path, final Path known, final long length) {
        final int fd = Libc.open(path, Libc.O_RDWR | Libc.O_CREAT | Libc.O_EXCL, 0600);
        if (fd == -Libc.ENOENT) {
            throw new PassingException("cannot create " + known + ": its directory does not exist (any more)");
        }
        if (fd < 0) {
            throw new BusException("cannot create " + known + ": " + Reason.of(-fd, "open(2)"));
        }
        try {
            final PageSize page = PageSize.of(fd);
            MemoryGroup.OWN.check(fd, known, length);
            final int status = Libc.allocate(fd, page.roundUp(length));
            if (status < 0) {
                throw -status == Libc.ENOSPC
                        ? new NoRoomException(page.noRoom(known, length))
                        : new BusException("cannot allocate " + length + " bytes for " + known + ": "
                                + Reason.of(-status, "posix_fallocate(3)"));
            }
            return map(path, fd, page.roundUp(length), true);
        } catch (final RuntimeException e) {
            delete(path);
            throw e;
        } finally {
            Libc.close(fd);
        }
    }

    /**
     * A new file that appears under its name only when it is complete.
     *
     * @param path of the file, which must not exist yet
     * @param process id of this process, in whose name it is made
     * @param length in bytes, above 0
     * @param completion writes what has to be in it before anybody else sees it
     * @return the mapping
     * @throws BusException if there is no room, no permission, or the file exists
     */
    public static MappedFile create(final Path path, final long process, final long length,
            final Consumer<MappedFile> completion) {
        final Path unfinished = Unfinished.of(path, process);
        final MappedFile file = create(unfinished, path, length);
        try {
            completion.accept(file);
            Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
            return new MappedFile(path, file.address, file.length, true);
        } catch (final IOException e) {
            file.unlink();
            file.close();
            throw new BusException("cannot create " + path + ": " + Reason.of(e), e);
        } catch (final RuntimeException e) {
            file.unlink();
            file.close();
            throw e;
        }
    }

    /**
     * Memory in the file system of a path, without a name there.
     *
     * @param path that a person would look for it at
     * @param process id of this process, in whose name it is made
     * @param length in bytes, above 0
     * @return the mapping
     * @throws BusException if there is no room, or no permission
     */
    public static MappedFile createUnnamed(final Path path, final long process, final long length) {
        final MappedFile file = create(Unfinished.of(path, process), path, length);
        file.unlink();
        return file;
    }

    /**
     * A new file that appears under its name only when it is complete, unless another process was quicker: then that
     * one's stays.
     *
     * @param path of the file
     * @param process id of this process, in whose name it is made
     * @param length in bytes, above 0
     * @param completion writes what has to be in it before anybody else sees it
     * @throws BusException if there is no room, or no permission
     */
    public static void createOnce(final Path path, final long process, final long length,
            final Consumer<MappedFile> completion) {
        try (MappedFile file = create(Unfinished.of(path, process), path, length)) {
            try {
                completion.accept(file);
                Files.createLink(path, file.path()); // a move would replace the other's
            } catch (final FileAlreadyExistsException e) {
                return; // another was quicker
            } catch (final IOException e) {
                throw new BusException("cannot create " + path + ": " + Reason.of(e), e);
            } finally {
                file.unlink();
            }
        }
    }

    /**
     * An existing file, mapped read-only: a store into its buffer is an error of the program, and ends it.
     *
     * @param path of the file
     * @return the mapping
     * @throws BusException if the file is empty or not a regular file; a {@link PassingException} if it is absent or
     *     can't be opened now
     */
    public static MappedFile openReadOnly(final Path path) {
        return open(path, false);
    }

    /**
     * An existing file, mapped for writing, as long as it is.
     *
     * @param path of the file
     * @return the mapping
     * @throws BusException if the file is empty or not a regular file; a {@link PassingException} if it is absent or
     *     may not be written now
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
            throw new PassingException(switch (-fd) {
                case Libc.ENOENT -> path + " does not exist (any more)";
                case Libc.EACCES -> "no permission to open " + path + ": it belongs to another user";
                default -> "cannot open " + path + ": " + Reason.of(-fd, "open(2)");
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
            throw new PassingException("cannot map " + path + ": " + Reason.of((int) -address, "mmap(2)"));
        }
        return new MappedFile(path, address, length, writable);
    }

    /**
     * Faults the pages in now, not in the middle of the first lap. Kernels before 5.14 do not know how; there the first
     * lap is slower.
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
     * @throws IndexOutOfBoundsException if that is not in the file
     */
    public UnsafeBuffer buffer(final long offset, final int partLength) {
        Objects.checkFromIndexSize(offset, partLength, length);
        return new UnsafeBuffer(address + offset, partLength);
    }

    /**
     * A part of the file for what takes no other buffer, such as checksums.
     *
     * @param offset of the first byte
     * @param partLength in bytes
     * @return a buffer that checks its bounds, little endian
     * @throws IndexOutOfBoundsException if that is not in the file
     */
    @SuppressWarnings("restricted")
    public ByteBuffer byteBuffer(final long offset, final int partLength) {
        Objects.checkFromIndexSize(offset, partLength, length);
        return MemorySegment.ofAddress(address + offset).reinterpret(partLength).asByteBuffer()
                .order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Waits until a part of the file is on its disk, as msync(2) does. Any thread, until the file is closed.
     *
     * @param offset of the first byte
     * @param partLength in bytes
     * @throws BusException if the disk refuses it
     * @throws IndexOutOfBoundsException if that is not in the file
     */
    public void sync(final long offset, final long partLength) {
        Objects.checkFromIndexSize(offset, partLength, length);
        final long first = offset & -SYNC_ALIGNMENT;
        final int status = Libc.msync(address + first, offset + partLength - first);
        if (status < 0) {
            throw new BusException("cannot bring " + path + " to its disk: " + Reason.of(-status, "msync(2)"));
        }
    }

    /**
     * Gives the room of the file's end back to its file system, where that can do so. The file keeps its length, and
     * reads as zeros there. Nothing may be written there after that: it could be a SIGBUS.
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
     * Another name for the file, in the same file system; there must be no file of that name.
     *
     * @param newPath of the file
     * @return the same mapping, by its new name; this one must not be closed any more
     * @throws BusException if it can't be renamed
     */
    public MappedFile rename(final Path newPath) {
        try {
            Files.move(path, newPath, StandardCopyOption.ATOMIC_MOVE);
        } catch (final IOException e) {
            throw new BusException("cannot create " + newPath + ": " + Reason.of(e), e);
        }
        return new MappedFile(newPath, address, length, writable);
    }

    /** {@return the file's length in bytes, as it was when it was mapped} */
    public long length() {
        return length;
    }

    /** {@return where the file is, or was} */
    public Path path() {
        return path;
    }

    /** Removes the file's name; whoever has it mapped keeps its memory. */
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
            throw new BusException("cannot remove " + path + ": " + Reason.of(e), e);
        }
    }
}
