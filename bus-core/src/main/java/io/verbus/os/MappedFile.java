package io.verbus.os;

import io.verbus.BusException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A shared-memory file in this process's memory, whole and pre-faulted.
 *
 * <p>A file is allocated in full when it is created, so a full file system is an error then and never a SIGBUS later.
 * Nothing here ever truncates a file: that would be a SIGBUS for whoever has it mapped.
 *
 * <p>{@link #close()} unmaps. Buffers over the memory must not be used after it; they do not check.
 */
public final class MappedFile implements AutoCloseable {
    private final Path path;
    private final Arena arena;
    private final MemorySegment memory;

    private MappedFile(final Path path, final Arena arena, final MemorySegment memory) {
        this.path = path;
        this.arena = arena;
        this.memory = memory;
    }

    /**
     * A new file of zeros, readable and writable by its owner alone, mapped for writing.
     *
     * @param path of the file, which must not exist yet
     * @param length in bytes, above 0; on hugetlbfs the file is as many huge pages long as that takes
     * @return the mapping
     * @throws BusException if there is no room, no permission, or the file exists
     */
    public static MappedFile create(final Path path, final long length) {
        return create(path, path, length);
    }

    /** For who makes it under another name than the one that a person knows. */
    private static MappedFile create(final Path path, final Path known, final long length) {
        final PageSize page = PageSize.of(path);
        final int fd = Libc.open(path, Libc.O_RDWR | Libc.O_CREAT | Libc.O_EXCL, 0600);
        if (fd < 0) {
            throw new BusException("cannot create " + known + ": " + Reason.of(-fd, "open(2)"));
        }
        final int status = Libc.allocate(fd, page.roundUp(length));
        Libc.close(fd);
        try {
            if (status < 0) {
                throw new BusException(-status == Libc.ENOSPC
                        ? page.noRoom(known, length)
                        : "cannot allocate " + length + " bytes for " + known + ": "
                                + Reason.of(-status, "posix_fallocate(3)"));
            }
            return map(path, page.roundUp(length), true);
        } catch (final RuntimeException e) {
            delete(path);
            throw e;
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
            return new MappedFile(path, file.arena, file.memory);
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
     * @throws BusException if the file is empty; a {@link PassingException} if it is absent or can't be opened now
     */
    public static MappedFile openReadOnly(final Path path) {
        return open(path, false);
    }

    /**
     * An existing file, mapped for writing, as long as it is.
     *
     * @param path of the file
     * @return the mapping
     * @throws BusException if the file is absent, empty or may not be written
     */
    public static MappedFile openWritable(final Path path) {
        return open(path, true);
    }

    private static MappedFile open(final Path path, final boolean writable) {
        try {
            final long length = Files.size(path);
            if (length == 0) {
                throw new BusException(path + " is empty; remove it");
            }
            return map(path, length, writable);
        } catch (final IOException e) {
            throw cannotOpen(path, e);
        }
    }

    private static MappedFile map(final Path path, final long length, final boolean writable) {
        final Arena arena = Arena.ofShared();
        try (FileChannel file = writable
                ? FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)
                : FileChannel.open(path, StandardOpenOption.READ)) {
            final MemorySegment memory = file.map(
                    writable ? FileChannel.MapMode.READ_WRITE : FileChannel.MapMode.READ_ONLY, 0, length, arena);
            // Fault the pages in now, not in the middle of the first lap. Kernels before 5.14 do not know how (EINVAL);
            // there the first lap is slower.
            Libc.madvise(memory, writable ? Libc.MADV_POPULATE_WRITE : Libc.MADV_POPULATE_READ);
            return new MappedFile(path, arena, memory);
        } catch (final IOException e) {
            arena.close();
            throw cannotOpen(path, e);
        }
    }

    private static PassingException cannotOpen(final Path path, final IOException e) {
        return new PassingException(switch (e) {
            case NoSuchFileException gone -> path + " does not exist (any more)";
            case AccessDeniedException denied -> "no permission to open " + path + ": it belongs to another user";
            default -> "cannot open " + path + ": " + Reason.of(e);
        }, e);
    }

    /**
     * A part of the file as a buffer.
     *
     * @param offset of the first byte
     * @param length in bytes
     * @return a buffer that checks its bounds
     */
    public UnsafeBuffer buffer(final long offset, final int length) {
        final MemorySegment slice = memory.asSlice(offset, length);
        return new UnsafeBuffer(slice.address(), length);
    }

    /** {@return the file's length in bytes, as it was when it was mapped} */
    public long length() {
        return memory.byteSize();
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
    public void close() {
        if (arena.scope().isAlive()) {
            arena.close();
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
