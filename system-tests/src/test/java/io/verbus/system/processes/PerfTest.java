package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.latency.result.Environment;
import io.verbus.latency.result.ResultsJson;
import io.verbus.spi.TransportProvider;
import io.verbus.support.ShmDir;
import io.verbus.tools.host.OwnedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of {@code ./bus perf} that are too short for meaningful figures. */
@Tag("processes")
class PerfTest {
    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path folder;

    @Tag("long")
    @Test
    void variantsOfTheBusAreMeasuredAndReported() throws IOException {
        final Path report = folder.resolve("report");
        try (Command perf = Command.start(bus, "perf", "--quick", "--no-pin", "--messages", 200, "--report", report,
                "--subjects", "verbus-shm,verbus-shm-quiet,verbus-shm-batched,verbus-shm-idle,verbus-shm-spinning",
                "--modes", "ping-pong,throughput")) {
            assertEquals(0, perf.exitStatus(), perf::output);
            assertTrue(perf.output().contains("Report: " + report.resolve("index.html").toUri()), perf::output);
        }
        final String page = Files.readString(report.resolve("index.html"));
        assertTrue(page.contains("verbus-shm-quiet") && page.contains("verbus-shm-batched")
                && page.contains("verbus-shm-idle") && page.contains("verbus-shm-spinning"), page);
    }

    @Tag("long")
    @Test
    void tlsIsMeasuredBesideTcp() throws IOException {
        final Path figures = folder.resolve("figures.json");
        try (Command perf = Command.start(bus, "perf", "--quick", "--no-pin", "--messages", 200, "--transport", "tcp",
                "--subjects", "verbus-tcp,verbus-tcp-tls", "--modes", "ping-pong", "--json", figures)) {
            assertEquals(0, perf.exitStatus(), perf::output);
        }
        assertTrue(ResultsJson.read(figures).series().stream()
                .anyMatch(series -> series.point().subject().equals("verbus-tcp-tls")));
    }

    @Test
    void subjectsAreMeasuredAndCompared() throws IOException {
        final Path figures = folder.resolve("figures.json");
        try (Command perf = Command.start(bus, "perf", "--quick", "--no-pin", "--messages", 200, "--subjects",
                "verbus-shm,tcp,ib-write-lat", "--modes", "ping-pong,throughput", "--json", figures)) {
            assertEquals(0, perf.exitStatus(), perf::output);
            assertTrue(perf.output().contains("\nthis machine alone  "), perf::output);
            assertTrue(perf.output().contains("\nping-pong, 64 bytes\n"), perf::output);
            assertTrue(perf.output().contains("skipped: ib-write-lat, throughput, 32 bytes: it needs RDMA"),
                    perf::output);
            assertTrue(perf.output().contains("Figures: " + figures), perf::output);
        }
        assertEquals(4, ResultsJson.read(figures).series().size());
        assertTrue(ResultsJson.read(figures).environment().machine().containsKey(Environment.ALONE));
        // On a busy machine no round may be usable for a comparison.
        Files.writeString(figures, Files.readString(figures).replaceAll("(\"placement\" ?: ?)\"\\w+\"", "$1\"near\""));
        try (Command compare = Command.start(bus, "perf", "--compare", figures, figures)) {
            assertEquals(0, compare.exitStatus(), compare::output);
            assertTrue(compare.output().contains("\nthroughput, 32 bytes\n"), compare::output);
        }
    }

    @Tag("long")
    @Test
    void killedSubjectMakesTheRunIncomplete() throws IOException {
        final Path figures = folder.resolve("figures.json");
        try (Command perf = Command.start(bus, "perf", "--no-pin", "--rounds", 20, "--seconds", 0.2, "--messages", 200,
                "--subjects", "verbus-shm,tcp", "--modes", "ping-pong", "--json", figures)) {
            perf.awaitLine("round 1 of 20");
            perf.descendant("subject=tcp").destroyForcibly();
            assertEquals(1, perf.exitStatus(), perf::output);
            assertTrue(perf.output().contains("skipped: tcp, ping-pong, 64 bytes, from round "), perf::output);
            assertTrue(perf.output().contains("bus: incomplete: 1 measurement failed"), perf::output);
        }
        assertEquals(20, ResultsJson.read(figures).series().stream()
                .filter(series -> series.point().subject().equals("verbus-shm")).count());
    }

    /** Most of them are stopped at that moment, so they cannot notice it. */
    @Tag("long")
    @Test
    void killedRunLeavesNoProcess() throws IOException {
        try (Command perf = Command.start(bus, "perf", "--no-pin", "--rounds", 20, "--seconds", 0.2, "--messages", 200,
                "--subjects", "verbus-shm,tcp", "--modes", "ping-pong")) {
            perf.awaitLine("round 1 of 20");
            final List<ProcessHandle> workers = perf.descendants();
            assertTrue(workers.size() >= 4, workers::toString);
            perf.kill();
            for (final ProcessHandle worker : workers) {
                worker.onExit().join();
            }
        }
        OwnedFolder.create(Path.of("/dev/shm")).close(); // removes the folder of the killed run
    }

    @Tag("long")
    @Test
    void calmDutyCycleIsComparedWithRest() throws IOException {
        try (Command perf = Command.start(bus, "perf", "--pairs", 1, "--only", "conductor", "--no-pin")) {
            final Matcher rest = perf.awaitLine("a rest alone\\s+([\\d,.]+)\\s+1");
            final Matcher cycle = perf.awaitLine("a rest and a duty cycle\\s+([\\d,.]+)\\s+.*");
            assertEquals(0, perf.exitStatus(), perf::output);
            assertTrue(Double.parseDouble(rest.group(1)) > 0 && Double.parseDouble(cycle.group(1)) > 0, perf::output);
        }
    }

    @Test
    void missingDeviceIsReportedWithRemedy() throws IOException {
        assumeTrue(ServiceLoader.load(TransportProvider.class).stream().map(ServiceLoader.Provider::get)
                .anyMatch(one -> one.unavailabilityCause().isPresent()), "this host has a device");
        try (Command perf = Command.start(bus, "perf", "--transport", "rdma")) {
            assertEquals(1, perf.exitStatus(), perf::output);
            assertTrue(perf.output().startsWith("bus: --transport rdma: "), perf::output);
            assertEquals(1, perf.output().lines().count(), perf::output);
        }
    }
}
