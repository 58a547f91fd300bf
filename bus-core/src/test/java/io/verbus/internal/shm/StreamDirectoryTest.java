package io.verbus.internal.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.internal.os.FileAccess;
import io.verbus.internal.os.MappedFile;
import io.verbus.support.ShmDir;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamDirectoryTest {
    private static final int LENGTH = 4_096;

    @TempDir(factory = ShmDir.class)
    private Path root;

    @Test
    void directoryIsCreatedWithFirstFileAndRemovedWithLast() {
        final StreamDirectory stream = BusDirectory.open(root).stream("s");
        assertFalse(Files.exists(root.resolve("s")));
        final MappedFile one = stream.make(() -> MappedFile.create(stream.log(1), LENGTH));
        final MappedFile other = stream.make(() -> MappedFile.create(stream.log(2), LENGTH));
        remove(stream, one);
        assertTrue(Files.exists(stream.log(2)));
        remove(stream, other);
        assertFalse(Files.exists(root.resolve("s")));
        assertEquals(Map.of(), stream.logs());
        assertEquals(Map.of(), stream.unfinished());
    }

    @Test
    void failedCreationLeavesNoDirectory() {
        final StreamDirectory stream = BusDirectory.open(root).stream("s");
        assertThrows(BusException.class, () -> stream.make(() -> MappedFile.create(stream.log(1), 1L << 50)));
        assertFalse(Files.exists(root.resolve("s")));
    }

    @Test
    void creatorsAndRemoversOfOneDirectoryDoNotDisturbEachOther() throws Exception {
        final int threads = 4;
        final CyclicBarrier start = new CyclicBarrier(threads);
        final List<FutureTask<Void>> tasks = new ArrayList<>();
        for (int i = 1; i <= threads; i++) {
            final StreamDirectory stream = BusDirectory.open(root).stream("s");
            final int session = i;
            tasks.add(new FutureTask<>(() -> {
                start.await();
                for (int round = 0; round < 1_000; round++) {
                    remove(stream, stream.make(
                            () -> MappedFile.create(stream.log(session), 7, LENGTH, FileAccess.PRIVATE, file -> {})));
                }
                return null;
            }));
            Thread.ofPlatform().start(tasks.getLast());
        }
        for (final FutureTask<Void> task : tasks) {
            task.get();
        }
        assertFalse(Files.exists(root.resolve("s")));
    }

    private static void remove(final StreamDirectory stream, final MappedFile file) {
        file.unlink();
        file.close();
        stream.fileRemoved();
    }
}
