package io.verbus.testkit.memory;

import io.verbus.internal.os.FileAccess;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Replaces io.verbus.internal.os.MappedFile: a file of the interleaving in progress, mapped by all actors. The bytes
 * are the newest; earlier values are kept word by word, from the first store of an actor.
 */
public final class WeakFile implements AutoCloseable {
    private final Interleaving interleaving = Interleaving.playing();
    private final Path path;
    private final UnsafeBuffer bytes;
    private final StoredWord[] words;

    private WeakFile(final Path path, final long length) {
        this.path = path;
        this.bytes = new UnsafeBuffer(new byte[(int) length]);
        this.words = new StoredWord[(int) (length / Long.BYTES)];
    }

    /** A new file of zeros. */
    public static WeakFile create(final Path path, final long length) {
        final WeakFile file = new WeakFile(path, length);
        file.interleaving.files().put(path, file);
        return file;
    }

    /** A new file that is complete when other processes see it. All actors have all rights. */
    public static WeakFile create(final Path path, final long process, final long length, final FileAccess access,
            final Consumer<WeakFile> fill) {
        final WeakFile file = create(path, length);
        fill.accept(file);
        return file;
    }

    /** An existing file. */
    public static WeakFile openReadOnly(final Path path) {
        final WeakFile file = Interleaving.playing().files().get(path);
        if (file == null) {
            throw new IllegalStateException("there is no " + path);
        }
        return file;
    }

    /** The pages are present. */
    public WeakFile prefault() {
        return this;
    }

    /** A part of the file. */
    public WeakBuffer buffer(final long offset, final int length) {
        return new WeakBuffer(this, (int) offset, length);
    }

    /** The length in bytes. */
    public long length() {
        return bytes.capacity();
    }

    /** The path. */
    public Path path() {
        return path;
    }

    /** No process looks for it here. */
    public void unlink() {
        interleaving.files().remove(path);
    }

    @Override
    public void close() {
        // the memory belongs to the interleaving
    }

    byte[] array() {
        return bytes.byteArray();
    }

    boolean isOn() {
        return interleaving.isOn();
    }

    long load(final int offset, final Order order) {
        final StoredWord word = words[offset / Long.BYTES];
        if (word == null && order == Order.RELAXED) {
            return bytes.getLong(offset);
        }
        return interleaving.load(word(offset), order, where(offset));
    }

    void store(final int offset, final long value, final Order order) {
        interleaving.store(word(offset), value, order, where(offset));
        bytes.putLong(offset, value);
    }

    void readInPlace(final int offset) {
        interleaving.readInPlace(word(offset), where(offset));
    }

    private StoredWord word(final int offset) {
        if (offset % Long.BYTES != 0) {
            throw new IllegalArgumentException("a word of 8 bytes at offset " + offset);
        }
        final int index = offset / Long.BYTES;
        if (words[index] == null) {
            words[index] = new StoredWord(bytes.getLong(offset), interleaving.actors());
        }
        return words[index];
    }

    /** For the trace: the text is built only if it is read. */
    private Object where(final int offset) {
        return new Object() {
            @Override
            public String toString() {
                return path.getFileName() + "+" + offset;
            }
        };
    }
}
