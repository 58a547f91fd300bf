package io.verbus.rdma;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.rdma.support.Ports;
import io.verbus.rdma.verbs.Lab;
import io.verbus.support.ShmDir;
import io.verbus.support.seeds.Seeds;
import io.verbus.testkit.closing.Closes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Publications, subscriptions and buses are closed over RDMA while other threads publish and poll. */
class RdmaClosesTest {
    /** Each takes one to two seconds in the lab. */
    private static final int CLOSES = Integer.getInteger("verbus.closes", 30);
    private static final long SEED = Seeds.draw();

    @TempDir(factory = ShmDir.class)
    private Path directory;

    @Test
    void closeAtAnyMomentNeitherCrashesNorThrows() throws IOException {
        final String address = "rdma://" + Lab.address() + ":" + Ports.next();
        final SplittableRandom random = new SplittableRandom(SEED);
        final List<String> faults = new ArrayList<>();
        int closes = 0;
        for (int round = 0; closes < CLOSES; round++) {
            closes += Closes.betweenHosts(directory.resolve("round" + round), random, faults, new RdmaProvider(),
                    new RdmaProvider(), address);
            assertEquals(List.of(), faults, "seed " + SEED + ", round " + round);
        }
        System.out.println("closes: " + closes + " over RDMA");
    }
}
