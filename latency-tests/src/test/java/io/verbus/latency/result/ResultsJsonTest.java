package io.verbus.latency.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import io.verbus.BusException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultsJsonTest {
    private static final Series PING = new Series(
            new MeasuredPoint("aeron-ipc", MeasuredPoint.PING_PONG, 64, null, 1, null, 1, "near", 135.5),
            new Counts(1_000_000, 0, 5_000_000.0), new Latency(150L, 170L, 200L, 400L, 9_000L, 90_000L, "HISTO"),
            new Cost(1.5, 0.5, 1L << 20, 0L), new Cores(2, 3, 134.5, 136.5), new Pauses(0L, 0.0, 1L, 0.25, 3.5, 0.02));
    private static final Series FLOOD = new Series(
            new MeasuredPoint("c-shm", MeasuredPoint.THROUGHPUT, 32, 1_000L, 1, 65_536L, 2, "far", null),
            new Counts(7, 3, null), Latency.NONE, new Cost(null, null, null, null), Cores.NONE, Pauses.NONE);
    private static final Results RESULTS = new Results(
            new Environment("2026-01-02T03:04:05Z", "0.1.0", Map.of("CPU", "a <good> one")),
            new Settings("./bus perf", List.of(0, 1), 5, Map.of("a", "b")),
            List.of(new MeasuredSubject("c-shm", "C", List.of(new MeasuredSubject.Setting("-O3", "on", "why not")),
                    "int main;\n")),
            List.of(new Skipped("c-rdma", "there is no device")), List.of(PING, FLOOD));

    @TempDir
    private Path folder;

    @Test
    void writtenResultsAreReadBack() {
        final Path file = folder.resolve("results.json");
        ResultsJson.write(RESULTS, file);
        assertEquals(RESULTS, ResultsJson.read(file));
    }

    /** Other programs read these names. */
    @Test
    void seriesIsOneFlatObject() {
        final JsonObject series = ResultsJson.series(RESULTS).get(0).getAsJsonObject();
        assertEquals(List.of("subject", "mode", "payload_bytes", "rate_per_s", "readers", "capacity_bytes", "round",
                "placement", "placement_ns", "messages", "lost", "messages_per_s", "p50_ns", "p90_ns", "p99_ns",
                "p999_ns", "p9999_ns", "max_ns", "histogram", "cpu_s", "publisher_cpu_s", "memory_bytes",
                "allocated_bytes", "publisher_core", "reader_core", "placement_before_ns",
                "placement_after_ns", "gc_count", "gc_ms", "safepoint_count", "safepoint_ms",
                "waited_ms", "withheld_share"), List.copyOf(series.keySet()));
        assertEquals(200, series.get("p99_ns").getAsLong());
    }

    /** Format 1 had hiccups, and no cores. */
    @Test
    void resultsOfAnEarlierVersionAreRead() {
        final String json = "{'format': 1, 'environment': {'machine': {}}, 'settings': {}, 'subjects': [],"
                + "'skipped': [], 'series': [{'subject': 'tcp', 'mode': 'ping-pong', 'round': 1, 'placement': 'far',"
                + "'placement_ns': 575.0, 'p50_ns': 12800, 'hiccup_p50_ns': 55000}]}";
        final Results earlier = ResultsJson.parse(json.replace('\'', '"'));
        final Series series = earlier.series().getFirst();
        assertEquals(12_800, series.latency().p50Ns());
        assertEquals(575.0, series.point().placementNs());
        assertEquals(Cores.NONE, series.cores());
    }

    @Test
    void missingFiguresAreNull() {
        final JsonObject series = ResultsJson.series(RESULTS).get(1).getAsJsonObject();
        assertTrue(series.has("p50_ns"));
        assertTrue(series.get("p50_ns").isJsonNull());
        assertTrue(series.get("gc_count").isJsonNull());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "[1, 2 | not results of ./bus perf: malformed JSON",
            "<html> | not results of ./bus perf: malformed JSON",
            "{} | not results of ./bus perf: format is missing",
            "'' | not results of ./bus perf: format is missing",
            "{\"format\": 1, \"series\": []} | not results of ./bus perf: environment is missing",
            "{\"format\": 3, \"series\": []} | unknown format 3 of results, expected at most 2: use a later version"})
    void otherFilesAreRefused(final String json, final String expected) throws Exception {
        final Path file = Files.writeString(folder.resolve("other.json"), json);
        final String message = assertThrows(BusException.class, () -> ResultsJson.read(file)).getMessage();
        assertTrue(message.startsWith(file + ": " + expected), message);
    }

    @Test
    void missingFileIsNamed() {
        final Path file = folder.resolve("absent");
        assertTrue(assertThrows(BusException.class, () -> ResultsJson.read(file)).getMessage()
                .startsWith("cannot read " + file));
    }
}
