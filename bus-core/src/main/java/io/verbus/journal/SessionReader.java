package io.verbus.journal;

import io.verbus.Action;
import io.verbus.BusException;
import io.verbus.journal.segment.RecordLayout;
import io.verbus.journal.segment.SegmentIndex;
import io.verbus.journal.segment.SegmentList;
import io.verbus.journal.segment.SegmentName;
import io.verbus.journal.segment.SegmentReader;
import io.verbus.journal.segment.SegmentReader.Found;
import io.verbus.journal.segment.Window;
import io.verbus.log.FrameLayout;
import io.verbus.os.Fields;
import io.verbus.peer.Session;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

/**
 * Reads one session of a journal, from segment to segment, and goes on as it is written. Used by one thread. Polling
 * allocates nothing within a segment.
 *
 * <p>What is damaged ends the reading with a {@link BusException}: what stands behind cannot be told from what somebody
 * made up, and a session is read without a hole or not at all.
 */
public final class SessionReader implements AutoCloseable {
    private final Path directory;
    private final long id;
    private final Window window = new Window();
    private final Current header = new Current();
    private SegmentReader segment;
    /** Of the segment; null while nobody looks for something in it. */
    private SegmentIndex index;

    SessionReader(final Path directory, final long id) {
        this.directory = directory;
        this.id = id;
        open(segments().getFirst());
    }

    /** {@return the session, as the segment says that is being read} */
    public Session session() {
        return segment.header().session();
    }

    /** {@return sequence that comes next where the reader stands} */
    public long next() {
        return segment.next();
    }

    /** {@return whether the end of the session was read, so that nothing can follow} */
    public boolean isOver() {
        return segment.isOver();
    }

    /**
     * Goes to the record of a sequence, a message or a loss; to the first when it is older than the journal, to the end
     * of what is recorded when it is newer.
     *
     * @param sequence from 0
     * @throws BusException if the journal is damaged where that has to be looked for
     */
    public void seek(final long sequence) {
        final List<Path> segments = segments();
        int low = 0;
        int high = segments.size() - 1;
        while (low < high) { // the last one that does not begin behind it
            final int middle = (low + high + 1) >>> 1;
            if (SegmentName.first(segments.get(middle)) <= sequence) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        goTo(segments.get(low));
        check(index.seek(sequence));
    }

    /**
     * Goes to the first record that was received at a time or later; to the end of what is recorded when all are older.
     *
     * @param epochNs nanoseconds UTC since 1970
     * @throws BusException if the journal is damaged where that has to be looked for
     */
    public void seekTime(final long epochNs) {
        final List<Path> segments = segments();
        int low = 0;
        int high = segments.size() - 1;
        while (low < high) { // the last one whose first record is older
            final int middle = (low + high + 1) >>> 1;
            goTo(segments.get(middle));
            segment.restart();
            final Found found = segment.look();
            check(found);
            if (found == Found.RECORD && segment.receivedNs() < epochNs) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        goTo(segments.get(low));
        check(index.seekTime(epochNs));
    }

    /**
     * Delivers what comes next.
     *
     * @param handler gets it
     * @param limit of records, above 0
     * @return how many records were taken: 0 when there is nothing more at present
     * @throws BusException if the journal is damaged there
     */
    public int poll(final JournalHandler handler, final int limit) {
        int count = 0;
        while (count < limit) {
            final Found found = segment.look();
            check(found);
            if (found == Found.NOTHING) {
                if (segment.isOver() || !follow()) {
                    break;
                }
            } else if (deliver(handler) == Action.NOT_TAKEN) {
                break;
            } else {
                segment.pass();
                count++;
            }
        }
        return count;
    }

    private Action deliver(final JournalHandler handler) {
        switch (segment.type()) {
            case FrameLayout.DATA -> {
                return handler.onMessage(segment.buffer(), segment.payloadOffset(), segment.payloadLength(), header);
            }
            case RecordLayout.LOSS -> handler.onLoss(segment.sequence(), segment.behind() - 1, segment.receivedNs(),
                    cause());
            default -> handler.onEnd(segment.sequence(), segment.receivedNs(), cause());
        }
        return Action.TAKEN;
    }

    private String cause() {
        final byte[] bytes = new byte[segment.payloadLength()];
        segment.buffer().getBytes(segment.payloadOffset(), bytes);
        return Fields.legible(bytes);
    }

    /** Goes to the next segment, if there is one; false if there is nothing more. */
    private boolean follow() {
        final long current = segment.header().first();
        final Path following = SegmentList.of(directory, id).stream()
                .filter(path -> SegmentName.first(path) > current).findFirst().orElse(null);
        if (following == null) {
            return false;
        }
        if (segment.look() == Found.RECORD) {
            return true; // written since we looked; the next segment begins behind it
        }
        final long first = SegmentName.first(following);
        if (first != segment.next()) {
            throw new BusException("the journal in " + directory + " lacks a segment: " + following.getFileName()
                    + " follows where sequence " + segment.next() + " comes next; it was removed as too old, or is to"
                    + " be taken from a copy; read from sequence " + first + " on");
        }
        final long newestReceivedNs = segment.lowestReceivedNs();
        open(following);
        segment.notBefore(newestReceivedNs);
        return true;
    }

    private List<Path> segments() {
        final List<Path> segments = SegmentList.of(directory, id);
        if (segments.isEmpty()) {
            throw new BusException("the journal in " + directory + " has no session " + HexFormat.of().toHexDigits(id)
                    + "; ./bus journal check " + directory + " lists those that it has");
        }
        return segments;
    }

    private void goTo(final Path path) {
        if (segment == null || !segment.path().equals(path) || segment.seal() == null) {
            open(path);
        }
        if (index == null) {
            index = new SegmentIndex(segment);
        }
    }

    private void open(final Path path) {
        final SegmentReader opened = SegmentReader.open(path, window);
        close();
        segment = opened;
        index = null;
    }

    private void check(final Found found) {
        if (found == Found.DAMAGE) {
            throw new BusException(segment.damage() + "; take the file from a copy, or read what is not damaged with"
                    + " --from and --to");
        }
    }

    @Override
    public void close() {
        if (segment != null) {
            segment.close();
        }
    }

    /** The record in hand. */
    private final class Current implements RecordHeader {
        @Override
        public long sequence() {
            return segment.sequence();
        }

        @Override
        public int frames() {
            return (int) (segment.behind() - segment.sequence());
        }

        @Override
        public long session() {
            return id;
        }

        @Override
        public long receivedNs() {
            return segment.receivedNs();
        }

        @Override
        public long publishedNs() {
            return segment.publishedNs();
        }
    }
}
