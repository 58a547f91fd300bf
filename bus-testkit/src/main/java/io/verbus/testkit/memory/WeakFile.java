package io.verbus.testkit.memory;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Stands for io.verbus.os.MappedFile: a file of the interleaving that is being played, mapped by everybody. The bytes
 * are the newest; what was there before them is kept word by word, from the first store that an actor makes.
 */
public final class WeakFile implements AutoCloseable {
    private final Interleaving interleaving = Interleaving.playing();
    private final Path path;
    private final UnsafeBuffer bytes;
    private final Word[] words;

    private WeakFile(final Path path, final long length) {
        this.path = path;
        this.bytes = new UnsafeBuffer(new byte[(int) length]);
        this.words = new Word[(int) (length / Long.BYTES)];
    }

    /** A new file of zeros. */
    public static WeakFile create(final Path path, final long length) {
        final WeakFile file = new WeakFile(path, length);
        file.interleaving.files().put(path, file);
        return file;
    }

    /** A new file that is complete when others see it. */
    public static WeakFile create(final Path path, final long process, final long length,
            final Consumer<WeakFile> fill) {
        final WeakFile file = create(path, length);
        fill.accept(file);
        return file;
    }

    /** A file that somebody has made. */
    public static WeakFile openReadOnly(final Path path) {
        final WeakFile file = Interleaving.playing().files().get(path);
        if (file == null) {
            throw new IllegalStateException("there is no " + path);
        }
        return file;
    }

    /** Its pages are there. */
    public WeakFile prefault() {
        return this;
    }

    /** A part of it. */
    public WeakBuffer buffer(final long offset, final int length) {
        return new WeakBuffer(this, (int) offset, length);
    }

    /** Its length in bytes. */
    public long length() {
        return bytes.capacity();
    }

    /** Its name. */
    public Path path() {
        return path;
    }

    /** Nobody looks for it here. */
    public void unlink() {
        interleaving.files().remove(path);
    }

    @Override
    public void close() {
        // memory of an interleaving goes with it
    }

    byte[] array() {
        return bytes.byteArray();
    }

    boolean isOn() {
        return interleaving.isOn();
    }

    long load(final int offset, final Order order) {
        final Word word = words[offset / Long.BYTES];
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

    private Word word(final int offset) {
        if (offset % Long.BYTES != 0) {
            throw new IllegalArgumentException("a word of 8 bytes at offset " + offset);
        }
        final int index = offset / Long.BYTES;
        if (words[index] == null) {
            words[index] = new Word(bytes.getLong(offset), interleaving.actors());
        }
        return words[index];
    }

    /** For the trace: made into words only when somebody reads it. */
    private Object where(final int offset) {
        return new Object() {
            @Override
            public String toString() {
                return path.getFileName() + "+" + offset;
            }
        };
    }
}
