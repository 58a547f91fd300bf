package io.verbus.internal.shm;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.internal.os.FileAccess;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchTest {
    private static final DirectoryOwnership OWNERSHIP = new DirectoryOwnership(Path.of("/"), FileAccess.PRIVATE);
    private static final long CYCLE_NS = 20_000_000;
    private static final long SETTLED_NS = 5_000_000_000L;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    @Test
    void changeInSameTickAsCheckIsDetectedAfterLongCycle() throws IOException {
        final StreamDirectory.Watch watch = new StreamDirectory("s", directory, DirectoryChanges.unshared(), OWNERSHIP)
                .watch();
        final FileTime tick = Files.getLastModifiedTime(directory);
        long nowNs = 1;
        assertTrue(watch.changed(nowNs));
        // The cycle of this check was late, and a file was added after it, in the same tick of the file system.
        Files.createFile(directory.resolve("x"));
        Files.setLastModifiedTime(directory, tick);
        nowNs += 500_000_000;
        assertTrue(watch.changed(nowNs), "the first call after a change");
    }

    @Test
    void unchangedDirectoryIsNotListed() {
        final StreamDirectory.Watch watch = new StreamDirectory("s", directory, DirectoryChanges.unshared(), OWNERSHIP)
                .watch();
        assertTrue(watch.changed(0));
        int looks = 0;
        for (long nowNs = CYCLE_NS; nowNs < 50 * CYCLE_NS; nowNs += CYCLE_NS) {
            looks += watch.changed(nowNs) ? 1 : 0;
        }
        assertTrue(looks <= 4, looks + " looks");
        assertFalse(watch.changed(60 * CYCLE_NS));
    }

    @Test
    void changeOfOtherProcessIsDetectedWithoutLookAtDirectory() throws IOException {
        try (DirectoryChanges own = shared(); DirectoryChanges other = shared()) {
            final StreamDirectory.Watch watch = settled(own);
            final FileTime tick = Files.getLastModifiedTime(directory);
            new StreamDirectory("s", directory, other, OWNERSHIP).make(() -> create("x"));
            Files.setLastModifiedTime(directory, tick); // so that only the count can show it
            assertTrue(watch.changed(SETTLED_NS), "added");
            assertFalse(watch.changed(SETTLED_NS + 1));
            Files.delete(directory.resolve("x"));
            new StreamDirectory("s", directory, other, OWNERSHIP).fileRemoved();
            assertTrue(watch.changed(SETTLED_NS + 2), "removed");
            other.markAll();
            assertTrue(watch.changed(SETTLED_NS + 3), "swept");
        }
    }

    @Test
    void changeThatWasNotCountedIsDetectedWithinSecond() {
        try (DirectoryChanges own = shared()) {
            final StreamDirectory.Watch watch = settled(own);
            create("x");
            assertFalse(watch.changed(SETTLED_NS + 1), "the directory was looked at in a calm cycle");
            assertTrue(watch.changed(SETTLED_NS + 1_000_000_000));
        }
    }

    @Test
    void removalOfDirectoryIsReportedWithinSecond() throws IOException {
        final Path stream = Files.createDirectory(directory.resolve("s"));
        try (DirectoryChanges own = shared()) {
            final StreamDirectory.Watch watch = new StreamDirectory("s", stream, own, OWNERSHIP).watch();
            assertTrue(watch.changed(0));
            Files.delete(stream);
            assertThrows(BusException.class, () -> watch.changed(1_000_000_000));
            assertFalse(watch.changed(2_000_000_000), "reported twice");
        }
    }

    /** A watch whose last look at the directory was at {@link #SETTLED_NS}. */
    private StreamDirectory.Watch settled(final DirectoryChanges changes) {
        final StreamDirectory.Watch watch = new StreamDirectory("s", directory, changes, OWNERSHIP).watch();
        for (long nowNs = 0; nowNs <= SETTLED_NS; nowNs += 1_000_000_000) {
            watch.changed(nowNs);
        }
        return watch;
    }

    private DirectoryChanges shared() {
        return DirectoryChanges.open(directory.resolve(".changes"), 1, FileAccess.PRIVATE, t -> {
            throw new AssertionError(t);
        });
    }

    private Path create(final String name) {
        try {
            return Files.createFile(directory.resolve(name));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
