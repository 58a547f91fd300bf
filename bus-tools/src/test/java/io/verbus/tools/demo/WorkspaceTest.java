package io.verbus.tools.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.latency.worker.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceTest {
    private static final List<String> SHELL = List.of("/bin/sh", "-c"); // instead of Verbus
    private static final long LONG_ENOUGH_MS = 60_000;

    @TempDir
    private Path folder;

    @Test
    void childUsesTheBusDirectoryAndTheFilesOfTheDemo() throws IOException {
        try (Workspace workspace = Workspace.create(folder, folder)) {
            final ChildProcess child = workspace.start(SHELL, "feed", "paced", List.of("echo $VERBUS_DIR; nonsense"));
            assertTrue(child.awaitEnd(LONG_ENOUGH_MS));
            assertEquals(workspace.busDirectory() + "\n", Files.readString(workspace.file("paced-feed.out")));
            assertTrue(child.failureMessage().startsWith("the feed process failed with exit status 127: "),
                    child.failureMessage());
        }
    }

    @Test
    void closedWorkspaceLeavesNoProcessAndNoFile() throws IOException {
        final ChildProcess child;
        final Path files;
        try (Workspace workspace = Workspace.create(folder, folder)) {
            files = workspace.file("x").getParent();
            Files.writeString(workspace.busDirectory().resolve("log"), "bytes");
            child = workspace.start(SHELL, "feed", "paced", List.of("sleep 1000"));
            assertFalse(child.awaitEnd(0));
        }
        assertTrue(child.awaitEnd(0));
        assertFalse(Files.exists(files));
        try (var left = Files.list(folder)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void failedStartIsReported() {
        try (Workspace workspace = Workspace.create(folder, folder)) {
            final String message = assertThrows(BusException.class,
                    () -> workspace.start(List.of("/no/such/java"), "books", "paced", List.of())).getMessage();
            assertTrue(message.startsWith("cannot start the books process: "), message);
        }
    }
}
