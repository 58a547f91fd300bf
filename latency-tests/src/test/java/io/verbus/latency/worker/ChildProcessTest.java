package io.verbus.latency.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildProcessTest {
    private static final long LONG_ENOUGH_MS = 60_000;

    @TempDir
    private Path folder;

    @Test
    void failureMessageHasStatusAndLastLines() {
        final ChildProcess child = start("echo 1 >&2; echo 2 >&2; echo 3 >&2; echo 4 >&2; exit 7");
        assertTrue(child.awaitEnd(LONG_ENOUGH_MS));
        assertTrue(child.hasFailed());
        assertEquals("the shell failed with exit status 7: 2 | 3 | 4", child.failureMessage());
    }

    @Test
    void failureMessageHasSignal() {
        final ChildProcess child = start("kill -9 $$");
        assertTrue(child.awaitEnd(LONG_ENOUGH_MS));
        assertEquals("the shell was killed by signal 9", child.failureMessage());
    }

    @Test
    void childUsesTheGivenBusDirectory() throws IOException {
        final ChildProcess child = start("echo $VERBUS_DIR");
        assertTrue(child.awaitEnd(LONG_ENOUGH_MS));
        assertFalse(child.hasFailed());
        assertEquals(folder + "\n",
                new String(child.process().getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    }

    @Test
    void childThatIgnoresSigtermIsKilled() throws IOException {
        final ChildProcess child = start("trap '' TERM; echo ready; while :; do sleep 0.01; done");
        assertEquals('r', child.process().getInputStream().read());
        child.end(100);
        assertTrue(child.awaitEnd(LONG_ENOUGH_MS));
        assertEquals("the shell was killed by signal 9", child.failureMessage());
    }

    @Test
    void failedStartIsReported() {
        final ProcessBuilder absent = ChildProcess.builder(List.of("/no/such/java"), folder);
        final String message = assertThrows(BusException.class, () -> ChildProcess.start("the books", absent))
                .getMessage();
        assertTrue(message.startsWith("cannot start the books: "), message);
    }

    private ChildProcess start(final String script) {
        return ChildProcess.start("the shell", ChildProcess.builder(List.of("/bin/sh", "-c", script), folder)
                .redirectError(folder.resolve("err").toFile()));
    }
}
