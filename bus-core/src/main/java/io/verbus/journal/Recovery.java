package io.verbus.journal;

import io.verbus.BusException;
import io.verbus.journal.segment.Mending;
import io.verbus.journal.segment.SegmentList;
import io.verbus.journal.segment.SegmentName;
import io.verbus.journal.segment.SegmentReader;
import io.verbus.journal.segment.Window;
import io.verbus.os.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a journal that somebody left, at whatever moment, one that can be gone on with: the newest segment of each
 * session is read through, and ends with its last whole record; the others need no more than an index. Nothing is
 * thrown away: what is cut stays in its file, and a file that can't be read gets another name.
 */
final class Recovery {
    private final Path directory;
    private final String stream;
    private final Window window = new Window();
    private final List<Found> found = new ArrayList<>();
    private final List<Cut> cuts = new ArrayList<>();

    Recovery(final Path directory, final String stream) {
        this.directory = directory;
        this.stream = stream;
    }

    void run() {
        SegmentList.of(directory).forEach(this::checkStream);
        SegmentList.bySession(directory).forEach(this::recover);
    }

    /** The sessions that there are. */
    List<Found> found() {
        return found;
    }

    List<Cut> cuts() {
        return cuts;
    }

    private void checkStream(final Path segment) {
        final String other;
        try (SegmentReader reader = SegmentReader.open(segment, window)) {
            other = reader.header().session().stream();
        } catch (final BusException e) {
            return; // it is set aside, or stays for whoever reads the journal to see
        }
        if (!other.equals(stream)) {
            throw new BusException(directory + " holds a journal of stream " + other + ": record stream " + stream
                    + " into another directory");
        }
    }

    private void recover(final long session, final List<Path> segments) {
        int newest = segments.size() - 1;
        while (newest >= 0 && !mend(session, segments.get(newest))) {
            newest--;
        }
        segments.subList(0, Math.max(0, newest)).forEach(this::mendIndex);
    }

    /** False if the segment holds nothing: then it is not there any more. */
    private boolean mend(final long session, final Path segment) {
        final Mending mending;
        try {
            mending = Mending.mend(segment, window);
        } catch (final BusException e) {
            cuts.add(new Cut(setAside(segment), 0, SegmentName.first(segment), length(segment), e.getMessage()));
            return false;
        }
        if (mending.records() == 0) {
            if (mending.cause() == null) {
                delete(segment); // its recorder died between making it and writing to it
            } else {
                cuts.add(cut(setAside(segment), mending));
            }
            return false;
        }
        if (mending.cause() != null) {
            cuts.add(cut(segment, mending));
        }
        found.add(new Found(session, mending.next(), mending.receivedNs(), mending.isOver()));
        return true;
    }

    private static Cut cut(final Path file, final Mending mending) {
        return new Cut(file, mending.position(), mending.next(), mending.cutBytes(), mending.cause());
    }

    private void mendIndex(final Path segment) {
        try {
            Mending.mendIndex(segment, window);
        } catch (final BusException e) {
            cuts.add(new Cut(segment, 0, SegmentName.first(segment), length(segment), e.getMessage()));
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
