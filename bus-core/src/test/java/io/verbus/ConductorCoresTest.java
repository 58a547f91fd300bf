package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.internal.os.CoreAffinity;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cores of the conductor's thread, as the kernel lists them. */
class ConductorCoresTest {
    private static final String CORES = "Cpus_allowed_list:";
    /** The kernel truncates thread names to 15 characters. */
    private static final String NAME = "verbus-conducto";

    @TempDir(factory = ShmDir.class)
    private Path directory;

    @Test
    void pinnedLauncherDoesNotPinTheConductor() throws Exception {
        final Set<String> ofProcess = Set
                .of(cores(Path.of("/proc/self/task/" + ProcessHandle.current().pid() + "/status")));
        assertEquals(ofProcess, conductorsOfPinnedLauncher(settings(), ofProcess));
    }

    @Test
    void conductorRunsOnTheCoreOfItsSetting() throws Exception {
        final int core = CoreAffinity.ofProcess().length() - 1;
        final Set<String> expected = Set.of(Integer.toString(core));
        assertEquals(expected, conductorsOfPinnedLauncher(settings().withConductorCore(core), expected));
    }

    @Test
    void coreThatTheProcessMayNotUseIsRefused() {
        final BusException refusal = assertThrows(BusException.class,
                () -> Bus.launch(settings().withConductorCore(8_000)));
        assertEquals("conductor core 8000 not available: this process may run on cores " + CoreAffinity.ofProcess()
                + "; set one of them with BusSettings.withConductorCore", refusal.getMessage());
        assertThrows(BusException.class, () -> settings().withConductorCore(-2));
    }

    private BusSettings settings() {
        return BusSettings.defaults().withDirectory(directory).withTransports(List.of());
    }

    /** Launches on a thread that is pinned to the first core; the new conductor chooses its cores after its start. */
    private static Set<String> conductorsOfPinnedLauncher(final BusSettings settings, final Set<String> expected)
            throws Exception {
        assumeTrue(CoreAffinity.ofProcess().cardinality() > 1, "a process of one core has no choice");
        final Set<String> found = new HashSet<>();
        final Throwable[] failure = {null};
        final Thread launcher = Thread.ofPlatform().start(() -> {
            try {
                CoreAffinity.pin(CoreAffinity.ofProcess().nextSetBit(0));
                final Set<Path> before = conductors();
                try (Bus _ = Bus.launch(settings)) {
                    final long deadlineNs = System.nanoTime() + 20_000_000_000L;
                    while (!found.equals(expected) && System.nanoTime() < deadlineNs) {
                        found.clear();
                        for (final Path task : conductors()) {
                            if (!before.contains(task)) {
                                found.add(cores(task.resolve("status")));
                            }
                        }
                        Thread.onSpinWait();
                    }
                }
            } catch (final Throwable t) {
                failure[0] = t;
            }
        });
        launcher.join();
        if (failure[0] != null) {
            throw new AssertionError(failure[0]);
        }
        return found;
    }

    private static Set<Path> conductors() throws IOException {
        final Set<Path> found = new HashSet<>();
        try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
            for (final Path task : tasks.toList()) {
                try {
                    if (Files.readString(task.resolve("comm")).strip().equals(NAME)) {
                        found.add(task);
                    }
                } catch (final IOException e) {
                    continue; // it has ended
                }
            }
        }
        return found;
    }

    private static String cores(final Path status) throws IOException {
        return Files.readAllLines(status).stream().filter(line -> line.startsWith(CORES))
                .map(line -> line.substring(CORES.length()).strip()).findFirst().orElseThrow();
    }
}
