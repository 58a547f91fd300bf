package io.verbus.internal.shm;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchTest {
    private static final long CYCLE_NS = 20_000_000;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    @Test
    void changeInSameTickAsCheckIsDetectedAfterLongCycle() throws IOException {
        final StreamDirectory.Watch watch = new StreamDirectory("s", directory).watch();
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
        final StreamDirectory.Watch watch = new StreamDirectory("s", directory).watch();
        assertTrue(watch.changed(0));
        int looks = 0;
        for (long nowNs = CYCLE_NS; nowNs < 50 * CYCLE_NS; nowNs += CYCLE_NS) {
            looks += watch.changed(nowNs) ? 1 : 0;
        }
        assertTrue(looks <= 4, looks + " looks");
        assertFalse(watch.changed(60 * CYCLE_NS));
    }
}
