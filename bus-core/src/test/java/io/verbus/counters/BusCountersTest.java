package io.verbus.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.fail;

import io.verbus.BusException;
import io.verbus.os.MappedFile;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The counters of a process, as another reads them. */
class BusCountersTest {
    @TempDir(factory = ShmDir.class)
    private Path directory;

    private Path path;

    @BeforeEach
    void name() {
        path = directory.resolve("counters");
    }

    @Test
    void whatIsReadIsACopyOfWhatWasThere() {
        try (BusCounters counters = BusCounters.create(path, 7, 1, () -> 0)) {
            final var gaps = counters.add(CounterKind.GAPS, "md.itch");
            gaps.set(3);
            final List<String> read = new ArrayList<>();
            BusCounters.read(path, reader -> {
                gaps.set(4);
                reader.forEach((value, id, label) -> read.add(label + " " + value));
            });
            assertEquals(List.of("gaps: md.itch 3"), read);
        }
    }

    /** Agrona's reader would make an array of that length, or read beyond the file. */
    @Test
    void aLabelOfAnImpossibleLengthIsRefusedWithASentence() {
        try (BusCounters counters = BusCounters.create(path, 7, 1, () -> 0);
                MappedFile written = MappedFile.openWritable(path)) {
            counters.add(CounterKind.ERRORS, "");
            final UnsafeBuffer file = written.buffer(0, CountersLayout.LENGTH);
            for (final int length : new int[]{-1, Integer.MIN_VALUE, CountersReader.MAX_LABEL_LENGTH + 1}) {
                file.putInt(CountersLayout.METADATA_OFFSET + CountersReader.LABEL_OFFSET, length);
                final BusException refusal = assertThrows(BusException.class,
                        () -> BusCounters.read(path, reader -> fail("it is read")));
                assertEquals("the counters in " + path + " are corrupt (a label of " + length
                        + " bytes); remove the file when its process has ended", refusal.getMessage());
            }
        }
    }
}
