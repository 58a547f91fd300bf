package io.verbus.internal.journal;

import io.verbus.BusException;
import io.verbus.internal.os.OsErrors;
import io.verbus.journal.Retention;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Removes the oldest segments of a journal, always from the beginning of a session, so that no session gets a hole. One
 * sweep removes segments until the byte limit is met, and a bounded number because of their age. A segment that cannot
 * be read stays, is reported once, and its bytes count: the segments after it are removed all the same, as one damaged
 * file must not suspend retention. A reader reports that session's unreadable segment and the hole after it as damage.
 */
final class RetentionSweep {
    /**
     * Removed because of their age in one sweep: a wrong clock must not remove a whole journal at once. Sweeps are 1 s
     * apart.
     */
    private static final int MAX_BY_AGE = 8;

    private final Path directory;
    private final Retention retention;
    private final MaintenanceReports reports;
    private final Window window = new Window();
    /** Sealed segments do not change. */
    private final Map<Path, Whole> sealed = new HashMap<>();
    private final Set<Path> unreadable = new HashSet<>();
    /** The segment after each, at this sweep. */
    private final Map<Path, Path> following = new HashMap<>();
    /** Of a session's newest segment: whether a recorder continues after it, or it is removed. The first decides. */
    private final Map<Path, Boolean> isContinued = new ConcurrentHashMap<>();
    private boolean suspended;

    /**
     * A sealed segment.
     *
     * @param bytes length of its records and headers
     * @param newestNs when its last record was received, UTC
     */
    private record Whole(Path path, long bytes, long newestNs) {}

    RetentionSweep(final Path directory, final Retention retention, final MaintenanceReports reports) {
        this.directory = directory;
        this.retention = retention;
        this.reports = reports;
    }

    /** Whether a session's newest segment remains, as another one follows. Called by the recording thread. */
    boolean keeps(final Path newest) {
        return isContinued.computeIfAbsent(newest, segment -> true);
    }

    /** Returns the number of removed segments. */
    int run(final SteadyEpochClock clock, final List<SegmentWriter> written) {
        if (retention.equals(Retention.ALL)) {
            return 0;
        }
        final long epochNs = clock.nanoTime();
        suspend(clock.isDisputed());
        final Set<Path> writing = new HashSet<>(written.stream().map(SegmentWriter::path).toList());
        long bytes = written.stream().mapToLong(segment -> segment.header().length()).sum();
        final List<List<Whole>> sessions = new ArrayList<>();
        following.clear();
        for (final List<Path> segments : SegmentList.bySession(directory).values()) {
            for (int i = 1; i < segments.size(); i++) {
                following.put(segments.get(i - 1), segments.get(i));
            }
            final List<Path> others = segments.stream().filter(path -> !writing.contains(path)).toList();
            final List<Whole> whole = new ArrayList<>(others.stream().map(this::whole).filter(Objects::nonNull)
                    .toList());
            bytes += whole.stream().mapToLong(Whole::bytes).sum();
            bytes += others.stream().filter(path -> !sealed.containsKey(path)).mapToLong(RetentionSweep::length).sum();
            sessions.add(whole);
        }
        return remove(sessions, bytes, epochNs);
    }

    private int remove(final List<List<Whole>> sessions, final long all, final long epochNs) {
        long bytes = all;
        int removed = 0;
        int removedByAge = 0;
        while (true) {
            final List<Whole> oldest = sessions.stream().filter(segments -> !segments.isEmpty())
                    .min(Comparator.comparingLong(segments -> segments.getFirst().newestNs)).orElse(null);
            if (oldest == null) {
                break;
            }
            final Whole first = oldest.getFirst();
            final boolean isTooOld = !suspended && removedByAge < MAX_BY_AGE
                    && epochNs - first.newestNs > retention.age().toNanos();
            final boolean isOverLimit = bytes > retention.bytes();
            if (!isOverLimit && !isTooOld) {
                break;
            }
            oldest.removeFirst();
            if (release(first.path)) {
                removedByAge += isOverLimit ? 0 : 1;
                remove(first, !isOverLimit);
                bytes -= first.bytes;
                removed++;
            }
        }
        return removed;
    }

    /** No segment is removed because of its age while the wall clock has just been set. */
    private void suspend(final boolean disputed) {
        if (disputed && !suspended) {
            reports.add("the wall clock and the monotonic clock disagree by more than a minute: no segment is removed"
                    + " because of its age until they agree, or ten minutes have passed");
        }
        suspended = disputed;
    }

    /** Returns null if it cannot be read. */
    private Whole whole(final Path path) {
        final Whole known = sealed.get(path);
        if (known != null) {
            return known;
        }
        try (SegmentReader reader = SegmentReader.open(path, window)) {
            if (reader.seal() == null) {
                return null; // it will be sealed soon, or by the next recorder
            }
            final Whole whole = new Whole(path, reader.seal().end(), reader.seal().receivedNs());
            sealed.put(path, whole);
            return whole;
        } catch (final BusException e) {
            if (unreadable.add(path)) {
                reports.add("retention keeps " + path + " and counts its bytes: " + e.getMessage());
            }
            return null;
        }
    }

    /** Erases the note about a segment. Returns false if a recorder is about to continue the session after it. */
    private boolean release(final Path segment) {
        final Path next = following.get(segment);
        if (next == null) {
            return !isContinued.computeIfAbsent(segment, newest -> false);
        }
        try {
            SegmentNote.PRECEDING.write(next, SegmentNote.NONE);
        } catch (final BusException e) {
            if (!unreadable.contains(next)) {
                throw e;
            }
        }
        return true;
    }

    private void remove(final Whole segment, final boolean isTooOld) {
        sealed.remove(segment.path);
        try {
            Files.deleteIfExists(segment.path);
        } catch (final IOException e) {
            throw new BusException("cannot remove " + segment.path + " for retention: "
                    + OsErrors.of(e), e);
        }
        reports.add("removed " + segment.path + ", whose newest record was received at "
                + Instant.EPOCH.plusNanos(segment.newestNs) + ": "
                + (isTooOld
                        ? "it is older than " + retention.age()
                        : "the segments take more than " + retention.bytes() + " bytes"));
    }

    private static long length(final Path file) {
        return file.toFile().length();
    }
}
