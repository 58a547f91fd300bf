package io.verbus.tools.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Optional;

/**
 * The cores of the two threads that spin.
 *
 * @param feed core of the thread that publishes
 * @param book core of the thread that polls
 */
public record CorePair(int feed, int book) {
    /**
     * The highest cores, as the kernel's own work is mostly on the low ones; not two threads of the same core, if there
     * is another choice.
     *
     * @param allowed cores that this process may use
     * @param sys {@code /sys}, but for tests
     * @return nothing when there are fewer than two
     */
    public static Optional<CorePair> choose(final BitSet allowed, final Path sys) {
        final int book = allowed.length() - 1;
        if (allowed.cardinality() < 2) {
            return Optional.empty();
        }
        int feed = allowed.previousSetBit(book - 1);
        while (feed >= 0 && siblings(feed, sys).equals(siblings(book, sys))) {
            feed = allowed.previousSetBit(feed - 1);
        }
        return Optional.of(new CorePair(feed >= 0 ? feed : allowed.previousSetBit(book - 1), book));
    }

    /** The list of hardware threads that share a core with this one; its own number when the kernel does not tell. */
    private static String siblings(final int core, final Path sys) {
        try {
            return Files.readString(sys.resolve("devices/system/cpu/cpu" + core + "/topology/thread_siblings_list"));
        } catch (final IOException e) {
            return Integer.toString(core);
        }
    }
}
