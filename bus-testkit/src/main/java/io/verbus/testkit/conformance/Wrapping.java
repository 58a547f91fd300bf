package io.verbus.testkit.conformance;

import static io.verbus.internal.log.FrameLayout.ALIGNMENT;
import static io.verbus.internal.log.FrameLayout.HEADER_LENGTH;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.Conformance;
import io.verbus.testkit.transport.TransportUnderTest;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Frames that begin at each distance from the ring's end, and end before, at or after it by every relevant distance.
 */
public abstract class Wrapping extends Conformance {
    private static final int CHUNK = CAPACITY / 16;

    protected Wrapping(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    @ParameterizedTest
    @EnumSource(Policy.class)
    void everyFrameSizeAtEveryAlignmentAroundTheEnd(final Policy policy) {
        final int[] lengthOf = new int[1 << 18];
        lengths(sequence -> lengthOf[(int) sequence]);
        final CheckedFeed feed = publish();
        final CheckedReader reader = subscribe(policy, Start.oldest());
        final int step = CHUNK / ALIGNMENT / transport().times(CHUNK / ALIGNMENT) * ALIGNMENT;
        for (int distance = ALIGNMENT; distance <= CHUNK; distance += step) {
            for (final int length : lengthsAround(distance)) {
                final long position = feed.publication().position();
                final long target = (position + CAPACITY + distance) / CAPACITY * CAPACITY + CAPACITY - distance;
                while (feed.publication().position() < target) {
                    final long rest = target - feed.publication().position();
                    final int frame = (int) Math.min(CHUNK, rest);
                    lengthOf[(int) feed.sequence()] = frame - HEADER_LENGTH;
                    assertTrue(feed.offer());
                    transport().arrive();
                    reader.poll(10);
                    transport().arrive();
                }
                assertEquals(target, feed.publication().position());
                for (final int messageLength : new int[]{length, 0, 1}) {
                    lengthOf[(int) feed.sequence()] = messageLength;
                    assertTrue(feed.offer());
                    transport().settle();
                    reader.drain();
                }
            }
        }
        assertAllDelivered(feed, reader);
    }

    private static SortedSet<Integer> lengthsAround(final int distance) {
        final SortedSet<Integer> lengths = new TreeSet<>();
        for (final int frame : new int[]{HEADER_LENGTH, distance, distance + ALIGNMENT, distance - ALIGNMENT, CHUNK}) {
            for (int more = -1; more <= 1; more++) {
                final int length = frame - HEADER_LENGTH + more;
                if (length >= 0 && length <= CHUNK - HEADER_LENGTH) {
                    lengths.add(length);
                }
            }
        }
        return lengths;
    }
}
