package io.verbus.monitor;

import static io.verbus.internal.monitor.CountersLayout.MIN_COUNTERS;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.verbus.BusException;
import io.verbus.Policy;
import io.verbus.internal.monitor.CounterKeyLayout;
import io.verbus.internal.monitor.CountersLayout;
import io.verbus.internal.os.MappedFile;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The counters of a process, as read by another process. */
class BusCountersTest {
    private static final CounterKey READER = new CounterKey("md.itch", 0, 8, "book", 4_711, Policy.SKIP, true, "");

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private Path path;

    @BeforeEach
    void name() {
        path = directory.resolve("counters");
    }

    @Test
    void readReturnsCopyOfCounters() {
        try (BusCounters counters = BusCounters.create(path, 7, 1, MIN_COUNTERS, () -> 0)) {
            final var gaps = counters.add(CounterKind.GAPS, READER);
            gaps.set(3);
            final List<String> read = new ArrayList<>();
            BusCounters.read(path, reader -> {
                gaps.set(4);
                reader.forEach((value, id, label) -> read.add(label + " " + value));
            });
            assertEquals(List.of("gaps: book on md.itch 3"), read);
        }
    }

    /** Agrona's reader would allocate an array of that length, or read beyond the file. */
    @Test
    void labelOfInvalidLengthIsRejected() {
        try (BusCounters counters = BusCounters.create(path, 7, 1, MIN_COUNTERS, () -> 0);
                MappedFile written = MappedFile.openWritable(path)) {
            counters.add(CounterKind.ERRORS, CounterKey.PROCESS);
            final UnsafeBuffer file = written.buffer(0, CountersLayout.length(MIN_COUNTERS));
            for (final int length : new int[]{-1, Integer.MIN_VALUE, CountersReader.MAX_LABEL_LENGTH + 1}) {
                file.putInt(CountersLayout.metadataOffset(MIN_COUNTERS) + CountersReader.LABEL_OFFSET, length);
                final BusException refusal = assertThrows(BusException.class,
                        () -> BusCounters.read(path, reader -> fail("it is read")));
                assertEquals("the counters in " + path + " are corrupt (a label of " + length
                        + " bytes); remove the file when its process has ended", refusal.getMessage());
            }
        }
    }

    @Test
    void keysSurviveRoundTrip() {
        final String longest = "\u00e9".repeat(62);
        final List<CounterKey> keys = List.of(CounterKey.PROCESS,
                CounterKey.of("md.itch", 5, "feed", 4_712), READER, READER.in(5, "10.0.0.1"),
                READER.in(5, "10.0.0.1:7471").over("RoCE, WRITE with immediate, mlx5_0 port 1"),
                new CounterKey("s".repeat(120), -1, -1, longest, Long.MAX_VALUE, Policy.EVICT, false, "h".repeat(45)));
        try (BusCounters counters = BusCounters.create(path, 7, 1, MIN_COUNTERS, () -> 0)) {
            keys.forEach(key -> counters.add(CounterKind.BACK_PRESSURE_NS, key).set(key.pid()));
            assertEquals(
                    keys.stream().map(key -> new CounterValue(CounterKind.BACK_PRESSURE_NS, key, key.pid())).toList(),
                    BusCounters.read(path));
        }
    }

    @Test
    void keyThatPointsOutsideItsLabelHasNoTexts() {
        final UnsafeBuffer key = new UnsafeBuffer(new byte[CounterKeyLayout.LENGTH]);
        key.setMemory(0, key.capacity(), (byte) 0x7F);
        assertEquals("", CounterKey.decode(key, "gaps: book on md.itch").stream());
        key.setMemory(0, key.capacity(), (byte) 0xFF);
        assertEquals(new CounterKey("", -1, -1, "", -1, null, true, ""), CounterKey.decode(key, "gaps: a on b"));
    }

    @Test
    void missingRoomNamesTheSettingAndLeavesNoPartOfAGroup() {
        try (BusCounters counters = BusCounters.create(path, 7, 1, MIN_COUNTERS, () -> 0)) {
            for (int i = 0; i < MIN_COUNTERS - 1; i++) {
                counters.add(CounterKind.ERRORS, CounterKey.PROCESS);
            }
            final BusException refusal = assertThrows(BusException.class,
                    () -> counters.add(READER, CounterKind.GAPS, CounterKind.MESSAGES_MISSED));
            assertEquals("no room for another counter: this process has 64, and needs 4 for each publication, 5 for"
                    + " each subscription (20 with latencies), up to 8 for each reader of a publication and up to 7"
                    + " for each session of another host; raise BusSettings.withCounters",
                    refusal.getMessage());
            counters.add(CounterKind.GAPS, READER);
            assertEquals(MIN_COUNTERS, BusCounters.read(path).size());
        }
    }

    @Test
    void fileTakesMemoryForTheCountersInUse() throws IOException {
        final int many = 3_000;
        try (BusCounters counters = BusCounters.create(path, 7, 1, CountersLayout.MAX_COUNTERS, () -> 0)) {
            counters.add(CounterKind.GAPS, READER).setRelease(1);
            final long ofFirst = memory();
            assertTrue(ofFirst < 1 << 20, () -> ofFirst + " bytes for one counter");
            for (int i = 2; i <= many; i++) {
                counters.add(CounterKind.GAPS, READER).setRelease(i);
            }
            assertEquals(LongStream.rangeClosed(1, many).boxed().toList(),
                    BusCounters.read(path).stream().map(CounterValue::value).toList());
            final long ofMany = memory();
            assertTrue(ofMany > many * 640 && ofMany < 3 << 20, () -> ofMany + " bytes for " + many);
        }
    }

    /** Bytes of the file that have memory. */
    private long memory() throws IOException {
        final Process du = new ProcessBuilder("du", "--block-size=1", path.toString()).start();
        return Long.parseLong(new String(du.getInputStream().readAllBytes(), US_ASCII).split("\t")[0]);
    }

    @Test
    void invalidNumberOfCountersIsRejected() {
        try (BusCounters counters = BusCounters.create(path, 7, 1, MIN_COUNTERS, () -> 0);
                MappedFile written = MappedFile.openWritable(path)) {
            counters.add(CounterKind.GAPS, READER);
            for (final int number : new int[]{-1, 0, MIN_COUNTERS + 1, CountersLayout.MAX_COUNTERS + 1,
                    Integer.MAX_VALUE}) {
                written.buffer(0, 64).putInt(CountersLayout.COUNTERS_OFFSET, number);
                final BusException refusal = assertThrows(BusException.class, () -> BusCounters.read(path));
                assertEquals("the counters in " + path + " are corrupt (room for " + number + " counters in "
                        + CountersLayout.length(MIN_COUNTERS) + " bytes); remove the file when its process has ended",
                        refusal.getMessage());
            }
        }
    }
}
