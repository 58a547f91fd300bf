package io.verbus.journal;

import static io.verbus.journal.Recorded.SESSION;
import static io.verbus.journal.Recorded.append;
import static io.verbus.journal.Recorded.messages;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Clocks;
import io.verbus.internal.journal.SegmentList;
import io.verbus.internal.os.SimulatedDeath;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Retention survives kills, damage and clock steps; each removal is reported, and one sweep is bounded. */
class RetentionTest {
    private static final Duration WEEK = Duration.ofDays(7);
    private static final int MOST_AT_ONCE = 8;
    private static final long ROOM = 6 << 14;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private final AtomicLong monotonicNs = new AtomicLong(5);
    private final AtomicLong wallNs = new AtomicLong(Recorded.START_NS);
    private final List<String> reports = new ArrayList<>();

    @Test
    void clockThatStepsForwardAndBackRemovesNothing() {
        try (JournalWriter journal = open(new Retention(Long.MAX_VALUE, WEEK))) {
            append(journal.session(SESSION), 0, 2_000);
            sweep(journal);
            wallNs.addAndGet(Duration.ofDays(10).toNanos());
            for (int second = 0; second < 3; second++) {
                sweep(journal);
            }
            wallNs.addAndGet(-Duration.ofDays(10).toNanos());
            sweep(journal);
            wallNs.addAndGet(-Duration.ofDays(30).toNanos());
            sweep(journal);
        }
        assertEquals(messages(0, 2_000), Recorded.all(directory));
        assertEquals(2, reports.size(), reports::toString);
        assertTrue(reports.stream().allMatch(report -> report.contains("disagree by more than a minute")));
    }

    @Test
    void ageIsJudgedByElapsedTimeWhileTheClockIsWrong() {
        try (JournalWriter journal = open(new Retention(Long.MAX_VALUE, Duration.ofMinutes(30)))) {
            append(journal.session(SESSION), 0, 2_000);
            wallNs.addAndGet(-Duration.ofDays(10).toNanos());
            for (int minute = 0; minute < 60; minute++) {
                pass(Duration.ofMinutes(1));
                journal.doWork();
                journal.reports(reports::add);
            }
        }
        assertEquals(messages(0, 2_000), Recorded.all(directory)); // the new time is accepted: all are younger
    }

    @Test
    void oneSweepIsBoundedAndReportsEachRemoval() {
        try (JournalWriter journal = open(new Retention(Long.MAX_VALUE, Duration.ofHours(1)))) {
            append(journal.session(SESSION), 0, 3_000);
            sweep(journal);
            final int before = SegmentList.of(directory).size();
            assertTrue(before > 2 * MOST_AT_ONCE);
            pass(Duration.ofHours(2));
            sweep(journal);
            assertEquals(before - MOST_AT_ONCE, SegmentList.of(directory).size());
            assertEquals(MOST_AT_ONCE, reports.stream().filter(report -> report.startsWith("removed ")
                    && report.endsWith(": it is older than PT1H")).count(), reports::toString);
        }
    }

    /** A restarted recorder finds many segments above its limit. */
    @Test
    void oneSweepRemovesAllSegmentsAboveByteLimit() {
        try (JournalWriter journal = open(new Retention(ROOM, Retention.ALL.age()))) {
            append(journal.session(SESSION), 0, 3_000);
            sweep(journal);
            assertTrue(bytes() <= ROOM, () -> bytes() + " bytes");
        }
    }

    @Test
    void unreadableSegmentDoesNotStopTheSweep() throws IOException {
        try (JournalWriter journal = open(Retention.ALL)) {
            append(journal.session(SESSION), 0, 1_000);
        }
        final Path oldest = SegmentList.of(directory).getFirst();
        try (JournalWriter journal = open(new Retention(ROOM, Retention.ALL.age()))) {
            final byte[] bytes = Files.readAllBytes(oldest); // damaged now: a recorder that starts rebuilds the header
            bytes[30] ^= 1;
            Files.write(oldest, bytes);
            for (int i = 1_000; i < 4_000; i++) {
                append(journal.session(SESSION), i, i + 1);
                journal.doWork();
            }
            journal.reports(reports::add);
        }
        assertTrue(Files.exists(oldest));
        assertTrue(bytes() <= ROOM + (1 << 14), () -> bytes() + " bytes");
        assertEquals(1, reports.stream().filter(report -> report.startsWith("retention keeps " + oldest))
                .count(), reports::toString);
    }

    /** A kill leaves unsealed every segment that the housekeeping has not sealed yet. */
    @Test
    void killLeavesNoSegmentThatRetentionDoesNotRemove() {
        final JournalWriter killed = open(Retention.ALL);
        append(killed.session(SESSION), 0, 1_000); // without housekeeping, so nothing is sealed
        SimulatedDeath.of(killed);
        try (JournalWriter journal = open(new Retention(ROOM, Retention.ALL.age()))) {
            assertEquals(List.of(), journal.cuts());
            for (int i = 1_000; i < 4_000; i++) {
                append(journal.session(SESSION), i, i + 1);
                journal.doWork();
            }
        }
        assertTrue(bytes() <= ROOM, () -> bytes() + " bytes");
    }

    /** After a power cut a segment in the middle may lack its end, although the next segment is on the disk. */
    @Test
    void tornSegmentInTheMiddleIsReportedAndItsRangeRecordedAsLost() throws IOException {
        final JournalWriter killed = open(Retention.ALL);
        append(killed.session(SESSION), 0, 1_000);
        SimulatedDeath.of(killed);
        final Path torn = SegmentList.of(directory).get(2);
        final byte[] bytes = Files.readAllBytes(torn);
        Arrays.fill(bytes, 12_000, bytes.length, (byte) 0);
        Files.write(torn, bytes);
        final TornTail loss;
        try (JournalWriter journal = open(Retention.ALL)) {
            loss = journal.cuts().getLast();
            assertTrue(loss.cause().endsWith("are missing in the journal, but later ones are not; recorded as lost"),
                    loss::toString);
            append(journal.session(SESSION), 1_000, 1_010);
        }
        final List<String> lines = Recorded.all(directory);
        final int first = (int) loss.sequence();
        final String line = lines.get(first);
        assertTrue(line.startsWith("loss " + first + "..")
                && line.endsWith(": they were not on the disk when the recorder started again"), line);
        final int last = Integer.parseInt(line.substring(line.indexOf("..") + 2, line.indexOf(": ")));
        assertEquals(messages(0, first), lines.subList(0, first));
        assertEquals(messages(last + 1, 1_010), lines.subList(first + 1, lines.size()));
        try (JournalWriter journal = open(Retention.ALL)) {
            assertEquals(List.of(), journal.cuts());
        }
    }

    private JournalWriter open(final Retention retention) {
        return JournalWriter.open(directory, "md.test", JournalSettings.defaults().withSegmentLength(1 << 14)
                .withRetention(retention).steppedBy(new Clocks(monotonicNs::get, wallNs::get)));
    }

    private void sweep(final JournalWriter journal) {
        pass(Duration.ofSeconds(1));
        journal.doWork();
        journal.reports(reports::add);
    }

    private void pass(final Duration time) {
        monotonicNs.addAndGet(time.toNanos());
        wallNs.addAndGet(time.toNanos());
    }

    private long bytes() {
        return SegmentList.of(directory).stream().mapToLong(path -> path.toFile().length()).sum();
    }
}
