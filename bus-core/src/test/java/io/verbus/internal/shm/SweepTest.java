package io.verbus.internal.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Policy;
import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogLayout;
import io.verbus.internal.os.ProcessLock;
import io.verbus.internal.os.TempFiles;
import io.verbus.spi.LogIdentity;
import io.verbus.spi.SubscriptionIdentity;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepTest {
    private static final long DEAD = 0xDEADL;
    private static final long LIVING = 0x11FEL;
    private static final long SESSION = 5;
    private static final long NOW_NS = 1_000_000_000_000L;
    private static final long S = 1_000_000_000;

    @TempDir(factory = ShmDir.class)
    private Path root;

    private BusDirectory directory;
    private StreamDirectory stream;
    private ProcessLock living;

    @BeforeEach
    void open() throws IOException {
        directory = BusDirectory.open(root);
        stream = directory.stream("s");
        Files.createDirectory(root.resolve("s"));
        living = ProcessLock.acquire(directory.lock(LIVING));
    }

    @AfterEach
    void close() {
        directory.close();
        living.close();
    }

    @Test
    void filesOfDeadProcessesAreRemovedAndOfLivingOnesKept() throws IOException {
        final Path kept = log(SESSION + 1, LIVING);
        final Path keptUnfinished = Files.createFile(TempFiles.of(stream.log(9), LIVING));
        final Path removedLog = log(SESSION, DEAD);
        final Path removedUnfinished = Files.createFile(TempFiles.of(stream.log(9), DEAD));
        Files.createFile(directory.counters(DEAD));

        assertEquals(3, new Sweep(directory).run(NOW_NS));
        assertTrue(Files.exists(kept) && Files.exists(keptUnfinished) && Files.exists(directory.lock(LIVING)));
        assertFalse(
                Files.exists(removedLog) || Files.exists(removedUnfinished) || Files.exists(directory.counters(DEAD)));
    }

    @Test
    void sweptFilesAreCountedAsChanges() throws IOException {
        Files.createFile(Files.createDirectory(root.resolve("t")).resolve("x")); // or the sweep removes the directories
        Files.createFile(root.resolve("s").resolve("x"));
        directory.shareChanges(LIVING, false, t -> {
            throw new AssertionError(t);
        });
        final StreamDirectory.Watch watch = directory.stream("s").watch();
        final StreamDirectory.Watch unconcerned = directory.stream("t").watch();
        log(SESSION, DEAD);
        watch.changed(NOW_NS);
        unconcerned.changed(NOW_NS);
        assertFalse(watch.changed(NOW_NS));
        assertEquals(1, new Sweep(directory).run(NOW_NS));
        assertTrue(watch.changed(NOW_NS));
        assertFalse(unconcerned.changed(NOW_NS));
        directory.shareChanges(LIVING, true, t -> {
            throw new AssertionError(t);
        });
        assertTrue(watch.changed(NOW_NS), "a sweep before the counts were shared");
    }

    @Test
    void logOfDeadPublisherStaysWhileSubscriptionReadsIt() {
        final Path log = log(SESSION, DEAD);
        final Positions reader = Positions.create(stream.positions(7),
                new SubscriptionIdentity(7, "r", Policy.SKIP, LIVING, 1), 64);
        reader.show(reader.prepare(), SESSION);
        reader.storeHeartbeat(NOW_NS);
        assertEquals(0, new Sweep(directory).run(NOW_NS));
        reader.close();
        assertEquals(1, new Sweep(directory).run(NOW_NS));
        assertFalse(Files.exists(log));
        assertTrue(Files.exists(directory.lock(LIVING)));
    }

    @Test
    void unfinishedLockAndCountersFilesAreRemoved() throws IOException {
        final Path lock = Files.createFile(ProcessLock.hidden(directory.lock(DEAD)));
        final Path counters = Files.createFile(TempFiles.of(directory.counters(DEAD), DEAD));
        final Path kept = Files.createFile(TempFiles.of(directory.counters(LIVING), LIVING));
        assertEquals(2, new Sweep(directory).run(NOW_NS));
        assertFalse(Files.exists(lock) || Files.exists(counters));
        assertTrue(Files.exists(kept));
    }

    @Test
    void lockSucceedsDuringSweeps() throws InterruptedException {
        final AtomicBoolean running = new AtomicBoolean(true);
        final Thread sweeper = Thread.ofPlatform().start(() -> {
            while (running.get()) {
                new Sweep(directory).run(NOW_NS);
            }
        });
        try {
            for (int i = 0; i < 500; i++) {
                final long process = DEAD << 16 | i; // no two processes have the same id
                try (ProcessLock lock = ProcessLock.acquire(directory.lock(process))) {
                    assertTrue(directory.isAlive(process), lock::toString);
                }
            }
        } finally {
            running.set(false);
            sweeper.join();
        }
    }

    @Test
    void logOfNextRelayStaysDuringSweeps() throws InterruptedException, IOException {
        Files.createFile(root.resolve("s").resolve("foreign")); // or the sweep removes the directory
        final AtomicBoolean running = new AtomicBoolean(true);
        final Thread sweeper = Thread.ofPlatform().start(() -> {
            while (running.get()) {
                new Sweep(directory).run(NOW_NS);
            }
        });
        try {
            for (int i = 0; i < 500; i++) {
                final long process = DEAD << 16 | i; // no two processes have the same id
                try (ProcessLock lock = ProcessLock.acquire(directory.lock(process))) {
                    assertTrue(Files.exists(relayedLog(process)), lock::toString);
                }
                final Path log = relayedLog(LIVING);
                new Sweep(directory).run(NOW_NS);
                assertTrue(hasName(log), "round " + i);
            }
        } finally {
            running.set(false);
            sweeper.join();
        }
    }

    /** A sweep that meets the log in the middle of its removal takes its name for a moment. */
    private static boolean hasName(final Path log) {
        for (final long beginNs = System.nanoTime(); System.nanoTime() - beginNs < S; Thread.onSpinWait()) {
            if (Files.exists(log)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void directoriesWithoutFilesAreRemoved() throws IOException {
        Files.createFile(directory.stream("kept").make(() -> made("kept")).resolve("foreign"));
        for (int i = 0; i < 100; i++) {
            made("s.replay." + i);
        }
        new Sweep(directory).run(0);
        assertEquals(List.of("kept"), directory.streams().stream().map(StreamDirectory::name).toList());
    }

    private Path made(final String name) {
        try {
            return Files.createDirectories(root.resolve(name));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void unfinishedNameContainsItsCreator() {
        assertEquals(DEAD, TempFiles.maker(TempFiles.of(Path.of("x", "y.log"), DEAD)));
        assertEquals(-1, TempFiles.maker(TempFiles.of(Path.of("y"), -1)));
        assertEquals(0, TempFiles.maker(Path.of(".000000000000dead")));
        assertEquals(0, TempFiles.maker(Path.of(".hidden-foreign-file-name")));
        assertEquals(0, TempFiles.maker(Path.of("x", "0000000000000005.log")));
    }

    @Test
    void subscriptionThatIsSilentForMinuteKeepsNoLogOfDeadPublisher() {
        final Path read = log(SESSION, DEAD);
        final Path unfound = log(SESSION + 1, DEAD);
        try (Positions reader = reader()) {
            reader.show(reader.prepare(), SESSION);
            reader.storeHeartbeat(NOW_NS);
            assertEquals(0, new Sweep(directory).run(NOW_NS + 60 * S));
            assertEquals(2, new Sweep(directory).run(NOW_NS + 60 * S + 1));
            assertFalse(Files.exists(read) || Files.exists(unfound));
        }
    }

    @Test
    void crashesOfPublisherLeaveTwoUnfoundLogsForStoppedSubscription() {
        try (Positions reader = reader()) {
            reader.show(reader.prepare(), SESSION);
            reader.storeHeartbeat(NOW_NS);
            log(SESSION, DEAD);
            for (int crash = 1; crash <= 10; crash++) {
                log(SESSION + crash, DEAD);
                new Sweep(directory).run(NOW_NS + crash * S);
                assertTrue(stream.logs().size() <= 3, stream.logs()::toString);
            }
            assertEquals(Set.of(SESSION, SESSION + 9, SESSION + 10), stream.logs().keySet());
        }
    }

    @Test
    void logsForSubscriptionThatIsSilentForSecondMakeRoom() {
        log(SESSION, DEAD);
        final Path living = log(SESSION + 1, LIVING);
        try (Positions reader = reader()) {
            reader.show(reader.prepare(), SESSION);
            reader.storeHeartbeat(NOW_NS);
            assertEquals(0, new Sweep(directory).makeRoom(NOW_NS + S));
            assertEquals(1, new Sweep(directory).makeRoom(NOW_NS + S + 1));
            assertTrue(Files.exists(living));
        }
    }

    @Test
    void missingLockFileInRemovedDirectoryIsNotDeath() throws IOException {
        try (ProcessLock own = directory.enter(LIVING + 1)) {
            assertFalse(directory.isAlive(DEAD) || directory.isRemoved(), own::toString);
            Files.delete(directory.lock(LIVING + 1));
            assertTrue(directory.isAlive(DEAD) && directory.isRemoved());
        }
    }

    private Positions reader() {
        return Positions.create(stream.positions(7), new SubscriptionIdentity(7, "r", Policy.SKIP, LIVING, 1), 64);
    }

    private Path log(final long session, final long process) {
        return log(identity(session, process));
    }

    private Path relayedLog(final long process) {
        return log(identity(SESSION, 0).relayedBy(process, 1, "relay"));
    }

    private static LogIdentity identity(final long session, final long process) {
        return new LogIdentity("s", session, "publisher", LogLayout.MIN_CAPACITY, false, process, 1, session, 0,
                "test");
    }

    private Path log(final LogIdentity identity) {
        try (Log log = Log.create(stream.log(identity.session()), identity)) {
            return log.path();
        }
    }
}
