package io.verbus.tools.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CorePairTest {
    @TempDir
    private Path sys;

    @Test
    void highestCoresAreChosen() {
        assertEquals(Optional.of(new CorePair(2, 3)), CorePair.choose(cores(0, 1, 2, 3), sys));
        assertEquals(Optional.of(new CorePair(1, 5)), CorePair.choose(cores(1, 5), sys));
    }

    @Test
    void threadsOfDifferentCoresArePreferred() throws IOException {
        siblings(0, "0,2");
        siblings(1, "1,3");
        siblings(2, "0,2");
        siblings(3, "1,3");
        assertEquals(Optional.of(new CorePair(2, 3)), CorePair.choose(cores(0, 1, 2, 3), sys));
        assertEquals(Optional.of(new CorePair(0, 3)), CorePair.choose(cores(0, 1, 3), sys));
        assertEquals(Optional.of(new CorePair(1, 3)), CorePair.choose(cores(1, 3), sys));
    }

    @Test
    void singleCoreGivesNoPair() {
        assertEquals(Optional.empty(), CorePair.choose(cores(0), sys));
    }

    private void siblings(final int core, final String list) throws IOException {
        final Path folder = sys.resolve("devices/system/cpu/cpu" + core + "/topology");
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("thread_siblings_list"), list + "\n");
    }

    private static BitSet cores(final int... cores) {
        return IntStream.of(cores).collect(BitSet::new, BitSet::set, BitSet::or);
    }
}
