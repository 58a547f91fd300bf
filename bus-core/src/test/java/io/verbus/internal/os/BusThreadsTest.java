package io.verbus.internal.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.monitor.BackgroundPrinter;
import java.io.OutputStream;
import java.util.BitSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class BusThreadsTest {
    @Test
    void threadOfPinnedCreatorRunsOnAllCores() throws Exception {
        assertEquals(CoreAffinity.ofProcess(), coresOf(cores -> BusThreads.named("test")
                .newThread(() -> cores.complete(CoreAffinity.allowed())).start()));
    }

    @Test
    void printerOfPinnedCreatorRunsOnAllCores() throws Exception {
        assertEquals(CoreAffinity.ofProcess(), coresOf(cores -> {
            final BackgroundPrinter printer = new BackgroundPrinter(new OutputStream() {
                @Override
                public void write(final int b) {
                    cores.complete(CoreAffinity.allowed());
                }
            }, 1_000, "the target");
            printer.write('x');
            printer.close();
        }));
    }

    /** Starts a thread from one that is pinned to the first core. */
    private static BitSet coresOf(final Consumer<CompletableFuture<BitSet>> start) throws Exception {
        assumeTrue(CoreAffinity.ofProcess().cardinality() > 1, "a process of one core has no choice");
        final CompletableFuture<BitSet> cores = new CompletableFuture<>();
        final Thread creator = Thread.ofPlatform().start(() -> {
            CoreAffinity.pin(CoreAffinity.ofProcess().nextSetBit(0));
            start.accept(cores);
        });
        creator.join();
        return cores.get();
    }
}
