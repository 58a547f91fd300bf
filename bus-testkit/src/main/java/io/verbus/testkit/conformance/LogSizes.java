package io.verbus.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Policy;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.internal.log.LogLayout;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.Conformance;
import io.verbus.testkit.transport.TransportUnderTest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tiny logs and large ones, and positions beyond 32 bits. */
public abstract class LogSizes extends Conformance {
    private static final long BEYOND_32_BITS = (1L << 32) + (1 << 20);
    /** Messages of a chunk each. */
    private static final int TWO_LAPS = 2 * LogLayout.CHUNKS;

    protected LogSizes(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    @ParameterizedTest
    @ValueSource(ints = {1 << 16, 1 << 17, 1 << 20, 1 << 24, 1 << 28})
    void logOfAnySizeIsReadAcrossItsEnd(final int capacity) {
        lengths(sequence -> capacity / 16 - 24 - (int) (sequence % 100));
        final int count = transport().times(40);
        final int first = TWO_LAPS - count / 2;
        final CheckedFeed feed = publish(settings(capacity));
        assertEquals(first, feed.offer(first)); // without readers
        final CheckedReader blocking = subscribe(Policy.BLOCK, Start.live());
        final CheckedReader skipping = subscribe(Policy.SKIP, Start.live());
        for (int i = 0; i < count; i++) {
            assertEquals(1, feed.offer(1));
            blocking.drain();
            skipping.drain();
        }
        for (final CheckedReader reader : List.of(blocking, skipping)) {
            assertEquals(count + " delivered, 0 missed, from " + first + " up to " + (first + count),
                    reader.session().toString());
        }
    }

    @Test
    void positionsContinueBeyond32Bits() {
        final int capacity = 1 << 20;
        final int length = capacity / 16 - 24;
        lengths(sequence -> length);
        final CheckedFeed feed = publish(settings(capacity));
        final CheckedReader late = subscribe(Policy.SKIP, Start.oldest());
        while (feed.publication().position() < BEYOND_32_BITS) {
            pass(feed, length);
        }
        late.poll(1); // is lapped
        final CheckedReader reader = subscribe(Policy.BLOCK, Start.live());
        final int count = transport().times(1_000);
        for (int i = 0; i < count; i++) {
            assertEquals(1, feed.offer(1));
            reader.drain();
        }
        assertEquals(feed.sequence(), reader.session().next());
        assertEquals(count, reader.session().delivered());
        late.drain();
        assertComplete(feed, late);
    }

    /** Encodes nothing: the file may be read-only. */
    private void pass(final CheckedFeed feed, final int length) {
        final long position = feed.publication().position();
        if (position < 2 << 20 || position > BEYOND_32_BITS - (2 << 20)) {
            feed.pass(1);
            return;
        }
        while (feed.publication().claim(length) < 0) {
            assertTrue(transport().arrive(), "back-pressured");
        }
        feed.publication().commit();
    }

    private static PublicationSettings settings(final int capacity) {
        return PublicationSettings.of(STREAM).withCapacity(capacity).withLinger(Duration.ZERO);
    }
}
