package io.verbus.tools.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Optional;

/**
 * The cores of two spinning threads.
 *
 * @param feed core of the publishing thread
 * @param book core of the polling thread
 */
public record CorePair(int feed, int book) {
    /**
     * Chooses the highest cores, because the kernel does most of its own work on the low ones. Avoids two hardware
     * threads of one physical core if possible.
     *
     * @param allowed cores that this process may use
     * @param sys {@code /sys}, or another directory in tests
     * @return the cores; empty if there are fewer than two
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

    /** The hardware threads that share a physical core with this one; its own number if the kernel lists none. */
    private static String siblings(final int core, final Path sys) {
        try {
            return Files.readString(sys.resolve("devices/system/cpu/cpu" + core + "/topology/thread_siblings_list"));
        } catch (final IOException e) {
            return Integer.toString(core);
        }
    }
}
