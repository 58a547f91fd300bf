package io.verbus.marketdata.itch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.verbus.MessageWriter;
import io.verbus.Session;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Collects messages; each is claimed between guard bytes, which must not change, in memory with other content. */
final class CollectingWriter implements MessageWriter {
    private static final int GUARD = 16;

    private final byte[] untouched = new byte[GUARD];
    private final byte filler;
    private final UnsafeBuffer room = new UnsafeBuffer(0, 0);
    private final List<UnsafeBuffer> messages = new ArrayList<>();

    CollectingWriter(final int filler) {
        this.filler = (byte) filler;
        Arrays.fill(untouched, (byte) filler);
    }

    /** The messages since the last call. */
    List<UnsafeBuffer> take() {
        final List<UnsafeBuffer> taken = List.copyOf(messages);
        messages.clear();
        return taken;
    }

    @Override
    public int claim(final int length) {
        final byte[] bytes = new byte[GUARD + length + GUARD];
        Arrays.fill(bytes, filler);
        room.wrap(bytes);
        return GUARD;
    }

    @Override
    public MutableDirectBuffer buffer() {
        return room;
    }

    @Override
    public long commit() {
        final byte[] bytes = room.byteArray();
        final int end = bytes.length - GUARD;
        assertArrayEquals(untouched, Arrays.copyOfRange(bytes, 0, GUARD));
        assertArrayEquals(untouched, Arrays.copyOfRange(bytes, end, bytes.length));
        messages.add(new UnsafeBuffer(Arrays.copyOfRange(bytes, GUARD, end)));
        return messages.size();
    }

    @Override
    public void abort() {
        throw new AssertionError("a normaliser aborts nothing");
    }

    @Override
    public Session session() {
        return new Session("collected", 1, "normaliser", 1, 0, "");
    }

    @Override
    public long position() {
        return 0;
    }
}
