package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.support.Forked;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuietCoreTest {
    private static final String CORES = "Cpus_allowed_list:";
    private static final long PATIENCE_NS = 10_000_000_000L;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    /** Prints the cores of its own thread, and of all others, with a bus that was launched before and one after. */
    static final class Quiet {
        public static void main(final String[] args) throws IOException {
            final BusSettings settings = BusSettings.defaults();
            final int core = Affinity.allowed().length() - 1;
            try (Bus _ = Bus.launch(settings)) {
                Affinity.keepOthersOff(core);
                Affinity.pin(core);
                try (Bus _ = Bus.launch(settings)) {
                    System.out.println("own " + Affinity.allowed() + ", others " + othersOff(core));
                }
            }
        }

        /** A new thread of the bus has the cores of its creator until it runs for the first time. */
        private static Set<String> othersOff(final int core) throws IOException {
            final long beginNs = System.nanoTime();
            Set<String> found = others();
            while (found.contains(Integer.toString(core)) && System.nanoTime() - beginNs < PATIENCE_NS) {
                Thread.onSpinWait();
                found = others();
            }
            return found;
        }

        private static Set<String> others() throws IOException {
            final String own = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName().toString();
            final Set<String> found = new TreeSet<>();
            try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
                for (final Path task : tasks.filter(one -> !one.endsWith(own)).toList()) {
                    Files.readAllLines(task.resolve("status")).stream().filter(line -> line.startsWith(CORES))
                            .map(line -> line.substring(CORES.length()).strip()).forEach(found::add);
                }
            }
            return found;
        }
    }

    @Test
    void noOtherThreadRunsOnTheQuietCore() throws IOException {
        final BitSet cores = Affinity.ofProcess();
        assumeTrue(cores.cardinality() == 2, "the kernel's list of the other cores is one number");
        try (Forked process = Forked.start(Quiet.class, directory)) {
            assertEquals("own {" + (cores.length() - 1) + "}, others [" + cores.nextSetBit(0) + "]",
                    process.awaitLine("own .*").group());
        }
    }

    @Test
    void onlyCoreOfTheProcessIsRefused() {
        final BitSet cores = Affinity.ofProcess();
        assumeTrue(cores.cardinality() == 1, "this process has several cores");
        assertThrows(BusException.class, () -> Affinity.keepOthersOff(cores.nextSetBit(0)));
    }
}
