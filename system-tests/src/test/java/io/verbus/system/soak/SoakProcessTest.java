package io.verbus.system.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A role that does not work fails the soak. A script takes the place of {@code ./bus}. */
class SoakProcessTest {
    @TempDir
    private Path directory;
    private long nowNs;
    private SoakProcess process;

    @AfterEach
    void end() {
        process.end();
    }

    @Test
    void wrongUsageIsAFailureAtOnce() throws Exception {
        start("exit 2");
        live(60);
        assertEquals("book ended with status 2, wrong usage; see its log", process.failure());
        assertEquals(1, process.restarts());
    }

    @Test
    void repeatedShortLivesAreAFailure() throws Exception {
        start("echo line; exit 1");
        for (int i = 0; i < 4; i++) {
            live(1);
            assertNull(process.failure());
        }
        live(1);
        assertEquals("book ended within 5 s, 5 times in a row, with status 1; see its log", process.failure());
        assertEquals("line\n".repeat(5), Files.readString(directory.resolve("book.log"))); // no log is erased
    }

    @Test
    void longLivesAreNormal() throws Exception {
        start("exit 1");
        for (int i = 0; i < 20; i++) {
            live(i % 4 == 0 ? 6 : 1);
            assertNull(process.failure());
        }
    }

    @Test
    void requestedEndsAreNormal() throws Exception {
        start("trap 'exit 143' TERM; echo ready; while :; do sleep 0.01; done");
        for (int i = 0; i < 10; i++) {
            process.end();
            process.keepAlive();
            assertNull(process.failure());
        }
        assertTrue(process.restarts() > 10);
    }

    private void start(final String script) throws IOException {
        final Path launcher = Files.writeString(directory.resolve("bus"), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
        process = new SoakProcess(Role.BOOK, launcher, directory, directory, directory.resolve("session"),
                () -> nowNs);
        process.keepAlive();
    }

    /** Lets the process end after some seconds of the test's clock, and starts the next one. */
    private void live(final int seconds) {
        process.awaitEnd(Patience.LIMIT.toMillis());
        nowNs += TimeUnit.SECONDS.toNanos(seconds);
        process.keepAlive();
    }
}
