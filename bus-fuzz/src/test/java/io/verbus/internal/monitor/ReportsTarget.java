package io.verbus.internal.monitor;

import static io.verbus.fuzz.Checks.check;

import io.verbus.BusException;
import io.verbus.GapCause;
import io.verbus.Policy;
import io.verbus.fuzz.Checks;
import io.verbus.fuzz.Input;
import io.verbus.fuzz.Seed;
import io.verbus.fuzz.Target;
import io.verbus.internal.os.MappedFile;
import io.verbus.monitor.BusCounters;
import io.verbus.monitor.CounterKey;
import io.verbus.monitor.CounterKind;
import io.verbus.monitor.CounterValue;
import io.verbus.monitor.ErrorLog;
import io.verbus.monitor.Loss;
import java.nio.file.Path;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.errors.DistinctErrorLog;
import org.agrona.concurrent.status.CountersReader;

/**
 * A loss report, and the counters and errors of another process, with arbitrary changes in the files. The losses must
 * be read or skipped, and an append must succeed or fail in few steps.
 *
 * <p>Input: the file; then words: offset in units of 8 bytes (2 or 3 bytes), and value.
 */
public final class ReportsTarget implements Target {
    private static final int COUNTERS = 1;
    private static final int WORDS_OF_A_REPORT = LossLayout.LENGTH / Long.BYTES;
    private static final int FIRST_METADATA = CountersLayout.length(CountersLayout.MIN_COUNTERS)
            - CountersLayout.MIN_COUNTERS * CountersReader.METADATA_LENGTH;
    private static final int FIRST_KEY = FIRST_METADATA + CountersReader.KEY_OFFSET;
    private static final int FIRST_ERROR = CountersLayout.ERRORS_OFFSET / Long.BYTES;
    private static final int LONGEST_TEXT = 124;
    private static final Loss LOSS = new Loss(1, new Loss.Publisher("md.fuzz", 2, 3), new Loss.Reporter("book", 4, 5),
            6, 7, GapCause.LAPPED, "fuzz");

    private final Path report;
    private final Path counters;
    private final MappedFile writableReport;
    private final MappedFile writableCounters;
    private final byte[] soundReport;
    private final byte[] soundCounters;
    private final BusCounters own;

    public ReportsTarget(final Path scratch) {
        report = scratch.resolve("losses");
        counters = scratch.resolve("counters");
        try (LossReportFile sound = LossReportFile.open(report, 7)) {
            sound.append(LOSS);
            sound.append(LOSS);
        }
        own = BusCounters.create(counters, 7, 1, CountersLayout.MIN_COUNTERS, () -> 0);
        own.add(CounterKind.GAPS, new CounterKey("md.fuzz", 0, 8, "book", 9, Policy.SKIP, true, "10.0.0.1")).set(3);
        own.add(CounterKind.ERRORS, CounterKey.PROCESS).set(4);
        own.errors().record(new BusException("fuzz"));
        writableReport = MappedFile.openWritable(report);
        writableCounters = MappedFile.openWritable(counters);
        soundReport = copy(writableReport);
        soundCounters = copy(writableCounters);
    }

    private static byte[] copy(final MappedFile file) {
        final byte[] bytes = new byte[(int) file.length()];
        file.buffer(0, bytes.length).getBytes(0, bytes);
        return bytes;
    }

    @Override
    public void run(final byte[] bytes) {
        final Input input = new Input(bytes);
        final boolean ofCounters = input.u8() % 2 == COUNTERS;
        final MappedFile file = ofCounters ? writableCounters : writableReport;
        final byte[] sound = ofCounters ? soundCounters : soundReport;
        final UnsafeBuffer words = file.buffer(0, sound.length);
        words.putBytes(0, sound);
        while (input.hasMore()) {
            final int word = (input.u16() | input.u8() << 16) % (sound.length / Long.BYTES);
            words.putLong(Long.BYTES * word, input.i64());
        }
        try {
            if (ofCounters) {
                counters();
                errors();
            } else {
                losses();
            }
        } catch (final BusException e) {
            Checks.checkMessage(e);
        }
    }

    @Override
    public List<byte[]> seeds() {
        final int firstEntry = LossLayout.RING_OFFSET / Long.BYTES;
        return List.of(new Seed().u8(0).toBytes(), new Seed().u8(COUNTERS).toBytes(),
                new Seed().u8(0).u16(LossLayout.NEXT_OFFSET / Long.BYTES).u8(0).i64(LossLayout.ENTRIES + 5).toBytes(),
                new Seed().u8(0).u16(firstEntry).u8(0).i64(-2).u16(WORDS_OF_A_REPORT - 64).u8(1).i64(7).toBytes(),
                new Seed().u8(COUNTERS).u16(FIRST_METADATA / Long.BYTES).u8(0).i64(1).toBytes(),
                new Seed().u8(COUNTERS).u16(FIRST_KEY / Long.BYTES + 4).u8(0).i64(0x1_7FFF_FFFFL).toBytes(),
                new Seed().u8(COUNTERS).u16(FIRST_ERROR).u8(0).i64(1).toBytes(),
                new Seed().u8(COUNTERS).u16(FIRST_ERROR).u8(0).i64(1L << 32 | CountersLayout.ERRORS_LENGTH + 1)
                        .toBytes());
    }

    private void losses() {
        try (LossReportFile read = LossReportFile.openReadOnly(report)) {
            check(read.overwritten() >= 0, "overwritten " + read.overwritten());
            final List<Loss> losses = read.losses();
            check(losses.size() <= LossLayout.ENTRIES, losses.size() + " losses");
            losses.forEach(ReportsTarget::checkTexts);
        }
        try (LossReportFile appended = LossReportFile.open(report, 7)) {
            if (appended.append(LOSS) >= 0) {
                check(appended.losses().contains(LOSS), "appended loss missing");
            }
            final LossShare share = new LossShare(appended);
            for (int n = 0; n < 2 * LossShare.ENTRIES && share.append(LOSS); n++) {
                check(appended.losses().size() <= LossLayout.ENTRIES, "more losses than entries");
            }
        }
    }

    private static void checkTexts(final Loss loss) {
        for (final String text : List.of(loss.publisher().stream(), loss.subscriber().name(), loss.description())) {
            check(text.length() <= LONGEST_TEXT, "a text of " + text.length() + " characters");
        }
    }

    private void counters() {
        BusCounters.read(counters, reader -> reader.forEach((value, id, label) -> {
            check(id >= 0 && id <= reader.maxCounterId(), "counter " + id);
            check(label != null, "no label");
        }));
        for (final CounterValue value : BusCounters.read(counters)) {
            final CounterKey key = value.key();
            for (final String text : List.of(key.stream(), key.name(), key.host())) {
                check(text.length() <= CountersReader.MAX_LABEL_LENGTH, "a text of " + text.length() + " characters");
            }
        }
    }

    private void errors() {
        long bytes = 0;
        for (final ErrorLog.Entry entry : ErrorLog.read(counters).entries()) {
            check(entry.count() > 0, "an error that occurred " + entry.count() + " times");
            bytes += DistinctErrorLog.ENCODED_ERROR_OFFSET + entry.trace().length(); // a character has a byte or more
        }
        check(bytes <= CountersLayout.ERRORS_LENGTH, bytes + " bytes of errors");
    }

    @Override
    public void close() {
        writableReport.close();
        writableCounters.close();
        own.close();
    }
}
