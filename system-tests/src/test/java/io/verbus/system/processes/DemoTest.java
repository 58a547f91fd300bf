package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo at a rate at which a day takes seconds. */
@Tag("processes")
class DemoTest {
    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path folder;

    @Test
    void demoPlaysAFileAndWritesItsReport() throws IOException {
        final Path itch = folder.resolve("session.itch");
        final Path report = folder.resolve("report");
        try (Command generate = Command.start(bus, "generate", "--seed", 7, "--messages", 20_000, "--symbols", 200,
                "--out", itch)) {
            assertEquals(0, generate.exitStatus(), generate::output);
        }
        try (Command demo = Command.start(bus, "demo", "--itch", itch, "--rate", "x50000", "--report", report)) {
            assertEquals(0, demo.exitStatus(), demo::output);
            assertTrue(demo.output().contains("20,203"), demo::output);
            assertTrue(demo.output().contains("\nfull speed: 4,040,202 messages, 0 lost, at "), demo::output);
            assertTrue(demo.output()
                    .matches("(?s).*\n     this machine alone: p50 .*\n     to watch it: VERBUS_DIR=/dev/shm/"
                            + "verbus-run-\\w+ ./bus stat --live\n.*\nthis machine alone  .*\nx50000 .*"),
                    demo::output);
            assertTrue(demo.output().contains("Report: " + report.resolve("index.html").toUri()), demo::output);
        }
        final String page = Files.readString(report.resolve("index.html"));
        assertTrue(page.contains("20,203 messages of session.itch at x50000"), page);
        assertTrue(Files.size(report.resolve("latency.hlog")) > 0);
    }
}
