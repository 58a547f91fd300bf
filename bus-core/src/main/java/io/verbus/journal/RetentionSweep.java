package io.verbus.journal;

import io.verbus.BusException;
import io.verbus.journal.segment.SegmentList;
import io.verbus.journal.segment.SegmentReader;
import io.verbus.journal.segment.SegmentWriter;
import io.verbus.journal.segment.Window;
import io.verbus.os.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** Removes the oldest segments of a journal, always from the beginning of a session, so none gets a hole. */
final class RetentionSweep {
    private final Path directory;
    private final Retention retention;
    private final Window window = new Window();

    /**
     * A segment that is whole.
     *
     * @param bytes that it takes
     * @param newestNs when its last record was received, UTC
     */
    private record Whole(Path path, long bytes, long newestNs) {}

    RetentionSweep(final Path directory, final Retention retention) {
        this.directory = directory;
        this.retention = retention;
    }

    /** Gives how many were removed. */
    int run(final long epochNs, final List<SegmentWriter> written) {
        if (retention.isAll()) {
            return 0;
        }
        final List<List<Whole>> sessions = new ArrayList<>();
        for (final List<Path> segments : SegmentList.bySession(directory).values()) {
            sessions.add(new ArrayList<>(segments.stream().map(this::whole).takeWhile(Objects::nonNull).toList()));
        }
        long bytes = written.stream().mapToLong(segment -> segment.header().length()).sum()
                + sessions.stream().flatMap(List::stream).mapToLong(Whole::bytes).sum();
        int removed = 0;
        for (Whole oldest = oldest(sessions); oldest != null && (bytes > retention.bytes()
                || epochNs - oldest.newestNs > retention.age().toNanos()); oldest = oldest(sessions)) {
            remove(oldest.path);
            bytes -= oldest.bytes;
            removed++;
            final Whole gone = oldest;
            sessions.forEach(segments -> segments.remove(gone));
        }
        return removed;
    }

    private static Whole oldest(final List<List<Whole>> sessions) {
        return sessions.stream().filter(segments -> !segments.isEmpty()).map(List::getFirst)
                .min(Comparator.comparingLong(Whole::newestNs)).orElse(null);
    }

    /** Null if it is not whole. */
    private Whole whole(final Path path) {
        try (SegmentReader reader = SegmentReader.open(path, window)) {
            return reader.seal() == null
                    ? null
                    : new Whole(path, reader.seal().end(), reader.seal().receivedNs());
        } catch (final BusException e) {
            return null; // whoever reads the journal has to see it
        }
    }

    private static void remove(final Path segment) {
        try {
            Files.deleteIfExists(segment);
        } catch (final IOException e) {
            throw new BusException("cannot remove " + segment + ", which is to be kept no longer: " + Reason.of(e), e);
        }
    }
}
