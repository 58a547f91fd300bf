package io.verbus.journal;

import io.verbus.BusException;
import io.verbus.journal.segment.Mending;
import io.verbus.journal.segment.RecordLayout;
import io.verbus.journal.segment.Seal;
import io.verbus.journal.segment.SegmentHeader;
import io.verbus.journal.segment.SegmentIndex;
import io.verbus.journal.segment.SegmentLayout;
import io.verbus.journal.segment.SegmentList;
import io.verbus.journal.segment.SegmentName;
import io.verbus.journal.segment.SegmentReader;
import io.verbus.journal.segment.SegmentWriter;
import io.verbus.journal.segment.Window;
import io.verbus.log.FrameLayout;
import io.verbus.os.MappedFile;
import io.verbus.os.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes a journal that a recorder left at any moment one that can be continued. Every segment without a seal is read
 * through, and sealed after its last whole record; a sealed segment is believed and never changed. A hole between two
 * segments is recorded as a loss. Nothing is deleted: what is cut stays in its file, and the newest segment of a
 * session gets another name if its header cannot be read.
 */
final class Recovery {
    private static final String NOT_ON_THE_DISK = "they were not on the disk when the recorder started again";

    private final Path directory;
    private final String stream;
    private final SegmentFiles files;
    private final Window window = new Window();
    private final List<Found> found = new ArrayList<>();
    private final List<Cut> cuts = new ArrayList<>();
    private final List<Path> sealed = new ArrayList<>();

    /** A segment by its first page; the header is null if it cannot be read, which the failure explains. */
    private record Scanned(Path path, SegmentHeader header, Seal seal, BusException failure) {}

    /** How far a session is recorded by the end of a segment. */
    private record Tail(Path path, SegmentHeader header, long next, long receivedNs) {}

    Recovery(final Path directory, final String stream, final SegmentFiles files) {
        this.directory = directory;
        this.stream = stream;
        this.files = files;
    }

    void run() {
        final Map<Long, List<Scanned>> sessions = new TreeMap<>();
        SegmentList.of(directory).forEach(path -> sessions
                .computeIfAbsent(SegmentName.session(path), id -> new ArrayList<>()).add(scan(path)));
        sessions.forEach(this::recover);
    }

    /** The sessions that there are. */
    List<Found> found() {
        return found;
    }

    List<Cut> cuts() {
        return cuts;
    }

    /** Segments that were sealed before. */
    List<Path> sealed() {
        return sealed;
    }

    /** All are scanned before one is changed: the directory may belong to another stream. */
    private Scanned scan(final Path segment) {
        try (SegmentReader reader = SegmentReader.open(segment, window)) {
            final String other = reader.header().session().stream();
            if (other.equals(stream)) {
                return new Scanned(segment, reader.header(), reader.seal(), null);
            }
            throw new ForeignStream(directory + " holds a journal of stream " + other + ": record stream " + stream
                    + " into another directory");
        } catch (final ForeignStream e) {
            throw e;
        } catch (final BusException e) {
            return new Scanned(segment, null, null, e);
        }
    }

    /** Ends the recovery: nothing may be changed here. */
    private static final class ForeignStream extends BusException {
        private static final long serialVersionUID = 1;

        ForeignStream(final String message) {
            super(message);
        }
    }

    private void recover(final long session, final List<Scanned> segments) {
        int newest = segments.size() - 1;
        while (newest >= 0 && segments.get(newest).failure != null) {
            final Scanned unreadable = segments.get(newest);
            final long bytes = length(unreadable.path);
            cuts.add(new Cut(setAside(unreadable.path), 0, SegmentName.first(unreadable.path), bytes,
                    unreadable.failure.getMessage()));
            newest--;
        }
        Tail tail = null;
        boolean known = true; // whether the end of the segment before is known
        for (final Scanned segment : segments.subList(0, newest + 1)) {
            if (segment.failure != null) {
                cuts.add(new Cut(segment.path, 0, SegmentName.first(segment.path), length(segment.path),
                        segment.failure.getMessage()));
                known = false;
                continue;
            }
            final Tail following = segment.seal == null ? mend(segment) : sealed(segment);
            if (following != null) {
                if (known && tail != null && following.header.first() > tail.next) {
                    recordLoss(tail, following.header.first() - 1);
                }
                tail = following;
                known = true;
            }
        }
        if (tail != null) {
            found.add(new Found(session, tail.next(), tail.receivedNs(), isOver(tail)));
        }
    }

    private Tail sealed(final Scanned segment) {
        sealed.add(segment.path);
        return new Tail(segment.path, segment.header, segment.seal.next(), segment.seal.receivedNs());
    }

    /** Null if the segment holds nothing: then it is not there any more. */
    private Tail mend(final Scanned segment) {
        final Mending mending = Mending.mend(segment.path, window);
        if (mending.records() == 0) {
            if (mending.cause() == null) {
                delete(segment.path); // its recorder died between making it and writing to it
            } else {
                cuts.add(cut(setAside(segment.path), mending));
            }
            return null;
        }
        if (mending.cause() != null) {
            cuts.add(cut(segment.path, mending));
        }
        return new Tail(segment.path, segment.header, mending.next(), mending.receivedNs());
    }

    private static Cut cut(final Path file, final Mending mending) {
        return new Cut(file, mending.position(), mending.next(), mending.cutBytes(), mending.cause());
    }

    /** In a segment of its own, where the missing records would be. */
    private void recordLoss(final Tail before, final long last) {
        final SegmentHeader header = new SegmentHeader(before.header.session(), before.next,
                before.header.createdEpochNs(), SegmentLayout.MIN_LENGTH);
        final Path path = SegmentName.of(directory, header.session().id(), before.next);
        String outcome = "recorded as lost";
        try {
            final MappedFile zeros = files.create(directory.resolve(".segment"), SegmentLayout.MIN_LENGTH);
            final SegmentWriter loss = new SegmentWriter(zeros, path, header, files::sync);
            try {
                loss.appendLoss(last, NOT_ON_THE_DISK.getBytes(StandardCharsets.UTF_8), before.receivedNs);
                loss.seal();
            } finally {
                loss.close();
            }
        } catch (final BusException e) {
            outcome = "not recorded as lost: " + e.getMessage();
        }
        cuts.add(new Cut(path, 0, before.next, 0, "sequences " + before.next + " to " + last
                + " are not in the journal, though later ones are; " + outcome));
    }

    /** Whether the last record ends the session. A record that cannot be read does not. */
    private boolean isOver(final Tail tail) {
        try (SegmentReader reader = SegmentReader.open(tail.path, window)) {
            return new SegmentIndex(reader).seek(tail.next) == SegmentReader.Found.RECORD
                    && (reader.type() == FrameLayout.END || reader.type() == RecordLayout.LOST);
        }
    }

    private static Path setAside(final Path segment) {
        Path aside = segment.resolveSibling(segment.getFileName() + ".damaged");
        for (int i = 2; Files.exists(aside); i++) {
            aside = segment.resolveSibling(segment.getFileName() + ".damaged-" + i);
        }
        try {
            return Files.move(segment, aside);
        } catch (final IOException e) {
            throw new BusException("cannot rename " + segment + ", which is damaged: " + Reason.of(e), e);
        }
    }

    private static void delete(final Path segment) {
        try {
            Files.delete(segment);
        } catch (final IOException e) {
            throw new BusException("cannot remove " + segment + ", which is empty: " + Reason.of(e), e);
        }
    }

    private static long length(final Path file) {
        return file.toFile().length();
    }
}
