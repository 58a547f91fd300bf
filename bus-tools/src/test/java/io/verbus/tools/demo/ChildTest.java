package io.verbus.tools.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildTest {
    private static final long LONG_ENOUGH_MS = 60_000;

    @TempDir
    private Path folder;
    private ChildLauncher shell;

    @BeforeEach
    void useShellInsteadOfVerbus() {
        shell = new ChildLauncher(List.of("/bin/sh", "-c"), folder, folder);
    }

    @Test
    void failureMessageHasStatusAndLastLines() throws IOException {
        final String script = "echo 1 >&2; echo 2 >&2; echo 3 >&2; echo 4 >&2; exit 7";
        final DemoProcess child = shell.start("feed", "paced", List.of(script));
        assertTrue(child.awaitEnd(LONG_ENOUGH_MS));
        assertTrue(child.hasFailed());
        assertEquals("the feed process failed with exit status 7: 2 | 3 | 4", child.failureMessage());
    }

    @Test
    void failureMessageHasSignal() throws IOException {
        final DemoProcess child = shell.start("books", "paced", List.of("kill -9 $$"));
        assertTrue(child.awaitEnd(LONG_ENOUGH_MS));
        assertEquals("the books process was killed by signal 9", child.failureMessage());
    }

    @Test
    void childUsesTheBusDirectoryOfTheDemo() throws IOException {
        final DemoProcess child = shell.start("feed", "paced", List.of("echo $VERBUS_DIR"));
        assertTrue(child.awaitEnd(LONG_ENOUGH_MS));
        assertFalse(child.hasFailed());
        assertEquals(folder + "\n", Files.readString(folder.resolve("paced-feed.out")));
    }

    @Test
    void closedWorkspaceLeavesNoProcessAndNoFile() throws IOException {
        final DemoProcess child;
        final Path files;
        try (Workspace workspace = Workspace.create(folder, folder)) {
            files = workspace.file("x").getParent();
            Files.writeString(workspace.busDirectory().resolve("log"), "bytes");
            child = workspace.start(new ChildLauncher(List.of("/bin/sh", "-c"), workspace.busDirectory(), files),
                    "feed", "paced", List.of("sleep 1000"));
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
            final ChildLauncher absent = new ChildLauncher(List.of("/no/such/java"), folder, folder);
            final String message = assertThrows(BusException.class,
                    () -> workspace.start(absent, "books", "paced", List.of())).getMessage();
            assertTrue(message.startsWith("cannot start the books process: "), message);
        }
    }
}
