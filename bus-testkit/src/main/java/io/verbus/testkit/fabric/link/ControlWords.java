package io.verbus.testkit.fabric.link;

import io.verbus.testkit.fabric.link.Work.Words;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Words that the peer writes. Each has a value and its complement, written at separate times.
 *
 * <pre>
 *           +----------------------------------------------------------+
 *   16 * n  | value (8)                                                |
 *       +8  | its complement (8)                                       |
 *           +----------------------------------------------------------+
 * </pre>
 *
 * <p>Two halves land together only by chance. A reader that finds a half-written word keeps its last whole value.
 */
final class ControlWords {
    private static final int LENGTH = 2 * Long.BYTES;

    private final UnsafeBuffer memory;
    private final List<Deque<Long>> landing = new ArrayList<>();
    private final long[] last;

    ControlWords(final long... values) {
        memory = new UnsafeBuffer(new byte[values.length * LENGTH]);
        last = values.clone();
        for (int i = 0; i < values.length; i++) {
            memory.putLong(i * LENGTH, values[i]);
            memory.putLong(i * LENGTH + Long.BYTES, ~values[i]);
            landing.add(new ArrayDeque<>());
        }
    }

    UnsafeBuffer memory() {
        return memory;
    }

    /** The peer's write of words has arrived at the host and will land in its memory, or before the preceding write. */
    synchronized void arrived(final Words write, final boolean isSwapped) {
        for (int i = 0; i < write.indexes().length; i++) {
            final Deque<Long> values = landing.get(write.indexes()[i]);
            final Long preceding = isSwapped ? values.pollLast() : null;
            values.add(write.values()[i]);
            if (preceding != null) {
                values.add(preceding);
            }
        }
    }

    /** Lands one random half of a word, or all halves. Returns whether anything had to land. */
    synchronized boolean land(final FabricRandom random) {
        boolean any = false;
        for (int i = 0; i < last.length; i++) {
            final Deque<Long> values = landing.get(i);
            while (!values.isEmpty() && random.happensNow()) {
                any = true;
                final long value = values.peek();
                if (memory.getLong(i * LENGTH) == value) {
                    memory.putLong(i * LENGTH + Long.BYTES, ~value);
                    values.remove();
                } else {
                    memory.putLong(i * LENGTH, value);
                }
            }
            any |= !values.isEmpty();
        }
        return any;
    }

    /** The last whole value of the word. */
    synchronized long read(final int index) {
        final long value = memory.getLong(index * LENGTH);
        if (memory.getLong(index * LENGTH + Long.BYTES) == ~value) {
            last[index] = value;
        }
        return last[index];
    }

    /** The highest whole value that was found in a word: a lower one is of an older write that has landed later. */
    synchronized long highest(final int index) {
        final long known = last[index];
        last[index] = Math.max(known, read(index));
        return last[index];
    }

    synchronized boolean isQuiet() {
        return landing.stream().allMatch(Deque::isEmpty);
    }
}
