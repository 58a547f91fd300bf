package io.verbus.internal.journal;

import io.verbus.BusException;
import io.verbus.Session;
import io.verbus.internal.log.FrameLayout;
import io.verbus.internal.os.MappedFile;
import io.verbus.internal.os.OsErrors;
import io.verbus.journal.TornTail;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Makes a journal continuable, at whatever moment its recorder stopped. Every segment without a seal is read, and
 * sealed after its last whole record; damage before that record remains, and readers report it. A sealed segment is
 * trusted and never changed, except for notes about others. A hole between two segments is recorded as a loss, and so
 * are first segments without a record. A corrupt header is rebuilt if the segment has a whole record. Nothing is
 * deleted: bytes that are cut remain in their file, and the newest segment of a session is renamed if it cannot be
 * read. A file that is not a regular one is left alone.
 */
public final class JournalRecovery {
    private static final String NOT_ON_THE_DISK = "they were not on the disk when the recorder started again";

    private final Path directory;
    private final String stream;
    private final SegmentFiles files;
    private final Window window = new Window();
    private final List<RecoveredSession> found = new ArrayList<>();
    private final List<TornTail> cuts = new ArrayList<>();
    private final List<Path> sealed = new ArrayList<>();

    /** The first page of a segment; if the header cannot be read, it is null and the failure explains why. */
    private record Scanned(Path path, SegmentHeader header, Seal seal, long preceding, BusException failure) {
        /** Whether no seal states that it has records: one without any may be the work of a killed recorder. */
        boolean isEmpty() {
            return seal == null || seal.end() == header.recordsOffset();
        }
    }

    /**
     * The recorded end of a session at the end of a segment.
     *
     * @param preceding first sequence of the segment before a loss that is recorded there
     */
    private record Tail(Path path, SegmentHeader header, long next, long receivedNs, long preceding) {}

    public JournalRecovery(final Path directory, final String stream, final SegmentFiles files) {
        this.directory = directory;
        this.stream = stream;
        this.files = files;
    }

    public void run() {
        final Map<Long, List<Scanned>> sessions = new TreeMap<>();
        SegmentList.of(directory).forEach(path -> sessions
                .computeIfAbsent(SegmentName.session(path), id -> new ArrayList<>()).add(scan(path)));
        sessions.values().forEach(segments -> recover(repairHeaders(segments)));
    }

    /** The sessions in the journal. */
    public List<RecoveredSession> found() {
        return found;
    }

    public List<TornTail> cuts() {
        return cuts;
    }

    /** Segments that were sealed already. */
    public List<Path> sealed() {
        return sealed;
    }

    /** All segments are scanned before one is changed: the directory may belong to another stream. */
    private Scanned scan(final Path segment) {
        try (SegmentReader reader = SegmentReader.open(segment, window)) {
            final String other = reader.header().session().stream();
            if (other.equals(stream)) {
                return new Scanned(segment, reader.header(), reader.seal(), SegmentNote.PRECEDING.read(reader), null);
            }
            throw new ForeignJournal(directory + " holds a journal of stream " + other + ": record stream " + stream
                    + " into another directory");
        } catch (final ForeignJournal e) {
            throw e;
        } catch (final OtherLayout e) {
            throw new ForeignJournal(e.getMessage() + ", or record into another directory");
        } catch (final BusException e) {
            return new Scanned(segment, null, null, SegmentNote.NONE, e);
        }
    }

    /** Rebuilds corrupt headers; another segment of the session has the same description of it. */
    private List<Scanned> repairHeaders(final List<Scanned> segments) {
        final Session session = segments.stream().filter(one -> one.failure == null).findFirst()
                .map(one -> one.header.session()).orElse(null);
        return IntStream.range(0, segments.size()).mapToObj(i -> {
            final Scanned one = segments.get(i);
            if (!(one.failure instanceof CorruptHeader) || !SegmentRepair.repairHeader(one.path, stream, session,
                    first(segments, i - 1), first(segments, i + 1), window)) {
                return one;
            }
            cuts.add(new TornTail(one.path, 0, SegmentName.first(one.path), 0, "the header of " + one.path
                    + " was corrupt: rebuilt, its records remain"));
            return scan(one.path);
        }).toList();
    }

    private static long first(final List<Scanned> segments, final int index) {
        return index >= 0 && index < segments.size()
                ? SegmentName.first(segments.get(index).path)
                : SegmentNote.NONE;
    }

    /** Ends the recovery: nothing may be changed in this directory. */
    private static final class ForeignJournal extends BusException {
        private static final long serialVersionUID = 1;

        ForeignJournal(final String message) {
            super(message);
        }
    }

    private void recover(final List<Scanned> segments) {
        int newest = segments.size() - 1;
        while (newest >= 0 && segments.get(newest).failure != null) {
            final Scanned unreadable = segments.get(newest);
            final boolean isForeign = !Files.isRegularFile(unreadable.path, LinkOption.NOFOLLOW_LINKS);
            final long bytes = isForeign ? 0 : length(unreadable.path);
            cuts.add(new TornTail(isForeign ? unreadable.path : setAside(unreadable.path), 0,
                    SegmentName.first(unreadable.path), bytes, unreadable.failure.getMessage()));
            newest--;
        }
        Tail tail = null;
        Scanned emptied = null; // the first segment, if it has no record
        boolean isEndKnown = true; // whether the end of the preceding segment is known
        for (final Scanned segment : segments.subList(0, newest + 1)) {
            if (segment.failure != null) {
                cuts.add(new TornTail(segment.path, 0, SegmentName.first(segment.path), length(segment.path),
                        segment.failure.getMessage()));
                isEndKnown = false;
                continue;
            }
            final Tail following = segment.isEmpty()
                    ? repair(segment, segment == segments.get(newest) ? tail : null)
                    : sealed(segment);
            if (following == null) {
                emptied = tail == null && emptied == null && isEndKnown ? segment : emptied;
                continue;
            }
            if (isEndKnown) {
                final Tail before = tail == null && emptied != null ? beginning(emptied, following) : tail;
                if (before != null && following.header.first() > before.next) {
                    recordLoss(before, following.header.first() - 1);
                }
            }
            tail = following;
            isEndKnown = true;
        }
        if (tail != null) {
            found.add(new RecoveredSession(tail.header.session(), tail.next(), tail.receivedNs(), isOver(tail),
                    tail.path));
        }
    }

    private Tail sealed(final Scanned segment) {
        sealed.add(segment.path);
        return new Tail(segment.path, segment.header, segment.seal.next(), segment.seal.receivedNs(),
                segment.header.first());
    }

    /** A first segment that has lost its records, as the tail before the following one. */
    private Tail beginning(final Scanned emptied, final Tail following) {
        try (SegmentReader reader = SegmentReader.open(following.path, window)) {
            final long receivedNs = new SegmentIndex(reader).isAtRecord() ? reader.receivedNs() : 0;
            return new Tail(emptied.path, emptied.header, emptied.header.first(), receivedNs, emptied.preceding);
        }
    }

    /**
     * Returns null if the segment contains no record; the file is then deleted or renamed.
     *
     * @param noted the segment with a note about this one, which must not remain when it is deleted; or null
     */
    private Tail repair(final Scanned segment, final Tail noted) {
        final SegmentRepair repaired = SegmentRepair.repair(segment.path, window);
        if (repaired.records() == 0) {
            if (repaired.cause() == null) {
                if (noted != null) {
                    SegmentNote.FOLLOWING.write(noted.path, SegmentNote.NONE);
                }
                delete(segment.path); // its recorder died after creating it and before writing to it
            } else {
                cuts.add(cut(setAside(segment.path), repaired));
            }
            return null;
        }
        repaired.damages().forEach(damage -> cuts.add(new TornTail(segment.path, 0, repaired.next(), 0, damage
                + "; the records after it remain")));
        if (repaired.cause() != null) {
            cuts.add(cut(segment.path, repaired));
        }
        return new Tail(segment.path, segment.header, repaired.next(), repaired.receivedNs(), segment.header.first());
    }

    private static TornTail cut(final Path file, final SegmentRepair repaired) {
        return new TornTail(file, repaired.position(), repaired.next(), repaired.cutBytes(), repaired.cause());
    }

    /** Records a loss in a separate segment, in place of the missing records. */
    private void recordLoss(final Tail before, final long last) {
        final SegmentHeader header = new SegmentHeader(before.header.session(), before.next,
                before.header.createdEpochNs(), SegmentLayout.MIN_LENGTH);
        final Path path = SegmentName.of(directory, header.session().id(), before.next);
        String outcome = "recorded as lost";
        try {
            final MappedFile zeros = files.create(directory.resolve(".segment"), SegmentLayout.MIN_LENGTH);
            final SegmentWriter loss = new SegmentWriter(zeros, path, header, before.preceding, files::sync);
            try {
                loss.followedBy(last + 1);
                loss.appendLoss(last, NOT_ON_THE_DISK.getBytes(StandardCharsets.UTF_8), before.receivedNs);
                loss.seal();
            } finally {
                loss.close();
            }
        } catch (final BusException e) {
            outcome = "not recorded as lost: " + e.getMessage();
        }
        cuts.add(new TornTail(path, 0, before.next, 0, "sequences " + before.next + " to " + last
                + " are missing in the journal, but later ones are not; " + outcome));
    }

    /** Whether the last record ends the session; false if it cannot be read. */
    private boolean isOver(final Tail tail) {
        try (SegmentReader reader = SegmentReader.open(tail.path, window)) {
            return new SegmentIndex(reader).seek(tail.next) == SegmentReader.Found.RECORD
                    && (reader.type() == FrameLayout.END || reader.type() == RecordLayout.LOST);
        }
    }

    private static Path setAside(final Path segment) {
        try {
            return Files.move(segment, SegmentName.setAside(segment));
        } catch (final IOException e) {
            throw new BusException("cannot rename " + segment + ", which is damaged: " + OsErrors.of(e), e);
        }
    }

    private static void delete(final Path segment) {
        try {
            Files.delete(segment);
        } catch (final IOException e) {
            throw new BusException("cannot remove " + segment + ", which is empty: " + OsErrors.of(e), e);
        }
    }

    private static long length(final Path file) {
        return file.toFile().length();
    }
}
