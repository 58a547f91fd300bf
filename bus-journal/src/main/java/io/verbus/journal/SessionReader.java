package io.verbus.journal;

import io.verbus.Action;
import io.verbus.BusException;
import io.verbus.Session;
import io.verbus.internal.journal.DamageText;
import io.verbus.internal.journal.RecordLayout;
import io.verbus.internal.journal.SegmentIndex;
import io.verbus.internal.journal.SegmentList;
import io.verbus.internal.journal.SegmentName;
import io.verbus.internal.journal.SegmentNote;
import io.verbus.internal.journal.SegmentReader.Found;
import io.verbus.internal.journal.SegmentReader;
import io.verbus.internal.journal.Window;
import io.verbus.internal.log.FrameLayout;
import io.verbus.internal.os.HeaderFields;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

/**
 * Reads one session of a journal, segment by segment, also while it is written. Used by one thread. Polling allocates
 * nothing within a segment.
 *
 * <p>Damage with a record after it, an unreadable segment and a missing one are reported to {@link
 * JournalHandler#onDamage} with the unreadable range; reading continues after it. If the last segment is missing, the
 * end of the range is not known: it is empty. Damage at the end of the journal, in an unsealed segment, ends the
 * reading with a {@link BusException}: the next recorder repairs it. So does damage after the end of the session: no
 * record and no damage follows {@link JournalHandler#onEnd}.
 */
public final class SessionReader implements AutoCloseable {
    private final Path directory;
    private final long id;
    private final Window window = new Window();
    private final Current header = new Current();
    private SegmentReader segment;
    /** Of the current segment; null until it is needed. */
    private SegmentIndex index;
    /** Segments before the first readable one; null if there are none, or they were reported. */
    private Unreadable unreadable;
    /** Whether the segment after the current one is missing, which was reported. */
    private boolean isEndMissing;

    /** Sequences from the first one are in a segment that cannot be opened, or is missing. */
    private record Unreadable(long first, String cause) {}

    SessionReader(final Path directory, final long id) {
        this.directory = directory;
        this.id = id;
        openFirst(segments());
    }

    /** {@return the session, from the header of the current segment} */
    public Session session() {
        return segment.header().session();
    }

    /** {@return the next sequence at the reader's position} */
    public long next() {
        return unreadable == null ? segment.next() : unreadable.first;
    }

    /** {@return whether the end of the session was read, so that nothing can follow} */
    public boolean isOver() {
        return segment.isOver();
    }

    /**
     * Moves to the record of a sequence, a message or a loss. A sequence older than the journal leads to its first
     * record, a newer one to the end of the records, one in a damaged range to the damage.
     *
     * @param sequence from 0
     * @throws BusException if no segment can be opened
     */
    public void seek(final long sequence) {
        final List<Path> segments = segments();
        int low = 0;
        int high = segments.size() - 1;
        while (low < high) { // finds the last one that does not begin after the sequence
            final int middle = (low + high + 1) >>> 1;
            if (SegmentName.first(segments.get(middle)) <= sequence) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        goToNearest(segments, low);
        index().seek(sequence);
        if (sequence < segment.header().first()) {
            findBeginning();
        }
    }

    /**
     * Moves to the first record received at this time or later, or to the end of the records if all are older, or to
     * damage before that record.
     *
     * @param epochNs nanoseconds UTC since 1970
     * @throws BusException if no segment can be opened
     */
    public void seekTime(final long epochNs) {
        final List<Path> segments = segments();
        int low = 0;
        int high = segments.size() - 1;
        while (low < high) { // finds the last one with an older first record
            final int middle = (low + high + 1) >>> 1;
            final int probe = readable(segments, low, middle);
            if (probe == low || isOlder(epochNs)) {
                low = middle; // the segments between them cannot be read
            } else {
                high = probe - 1;
            }
        }
        goToNearest(segments, low);
        index().seekTime(epochNs);
        if (low == 0 && segment.next() == segment.header().first()) {
            findBeginning();
        }
    }

    /**
     * Opens the last readable segment that is above {@code low} and not above {@code middle}. Returns its index, or
     * {@code low}.
     */
    private int readable(final List<Path> segments, final int low, final int middle) {
        int probe = middle;
        while (probe > low && !tryGoTo(segments.get(probe))) {
            probe--;
        }
        return probe;
    }

    private boolean isOlder(final long epochNs) {
        segment.restart();
        return segment.look() == Found.RECORD
                ? segment.receivedNs() < epochNs
                : segment.header().createdEpochNs() < epochNs;
    }

    /**
     * Delivers the next records.
     *
     * @param handler receives them
     * @param limit of records, above 0; a damaged range counts as one
     * @return the number of records taken; 0 if there is nothing more at present
     * @throws BusException if the journal ends with damage, or damage follows the end of the session, or two segments
     *         contain the same sequences
     */
    public int poll(final JournalHandler handler, final int limit) {
        int count = 0;
        if (unreadable != null) {
            handler.onDamage(unreadable.first, segment.header().first() - 1, Long.MIN_VALUE,
                    unreadable.cause);
            unreadable = null;
            count++;
        }
        while (count < limit) {
            switch (segment.look()) {
                case DAMAGE -> passDamage(handler);
                case NOTHING -> {
                    if (segment.isOver()) {
                        return count;
                    }
                    if (!follow(handler)) {
                        return count + missEnd(handler);
                    }
                    continue;
                }
                case RECORD -> {
                    if (deliver(handler) == Action.NOT_TAKEN) {
                        return count;
                    }
                    segment.pass();
                }
                default -> throw new AssertionError();
            }
            count++;
        }
        return count;
    }

    private void passDamage(final JournalHandler handler) {
        final String damage = segment.damage();
        final long first = segment.next();
        if (segment.isOver()) {
            throw new BusException(damage + "; the session ended before it with " + first
                    + " messages, which were read: take the file from a copy");
        }
        if (index().passDamage()) {
            handler.onDamage(first, segment.next() - 1, segment.lowestReceivedNs(), damage);
        } else if (!follow(handler)) {
            throw new BusException(damage + "; the next recorder in this directory repairs the end of a journal, or"
                    + " take the file from a copy");
        }
    }

    private Action deliver(final JournalHandler handler) {
        switch (segment.type()) {
            case FrameLayout.DATA -> {
                return handler.onMessage(segment.buffer(), segment.payloadOffset(), segment.payloadLength(), header);
            }
            case RecordLayout.LOSS ->
                handler.onLoss(segment.sequence(), segment.endSequence() - 1, segment.receivedNs(),
                        cause());
            default -> handler.onEnd(segment.sequence(), segment.receivedNs(), cause());
        }
        return Action.TAKEN;
    }

    private String cause() {
        final byte[] bytes = new byte[segment.payloadLength()];
        segment.buffer().getBytes(segment.payloadOffset(), bytes);
        return HeaderFields.legible(bytes);
    }

    /** Moves to the next readable segment. Returns false if there is none. */
    private boolean follow(final JournalHandler handler) {
        final long current = segment.header().first();
        final List<Path> following = SegmentList.of(directory, id).stream()
                .filter(path -> SegmentName.first(path) > current).toList();
        if (passHole(!following.isEmpty(), handler)) {
            return true;
        }
        if (following.isEmpty()) {
            return false;
        }
        final Found found = segment.look();
        if (found == Found.RECORD) {
            return true; // written since the last look; the next segment begins after it
        }
        final long next = segment.next();
        final long newestReceivedNs = segment.lowestReceivedNs();
        openNext(following, next, found == Found.DAMAGE ? segment.damage() : missing(following.getFirst(), next),
                handler,
                newestReceivedNs);
        segment.notBefore(newestReceivedNs);
        return true;
    }

    /** Reports, once, that the segment after the last one is missing. Returns the number of reports. */
    private int missEnd(final JournalHandler handler) {
        final long missing = isEndMissing ? SegmentNote.NONE : SegmentNote.FOLLOWING.missing(segment);
        if (missing == SegmentNote.NONE) {
            return 0;
        }
        isEndMissing = true;
        handler.onDamage(segment.next(), missing - 1, segment.lowestReceivedNs(),
                DamageText.absent(directory, missing));
        return 1;
    }

    /** The next poll reports a segment that is missing before the first one. */
    private void findBeginning() {
        final long missing = unreadable == null ? SegmentNote.PRECEDING.missing(segment) : SegmentNote.NONE;
        if (missing != SegmentNote.NONE) {
            unreadable = new Unreadable(missing, DamageText.absent(directory, missing));
        }
    }

    /** Moves to a record after bytes that are not on the disk. Returns false if there is none. */
    private boolean passHole(final boolean isFollowed, final JournalHandler handler) {
        if (segment.seal() != null || segment.look() != Found.NOTHING || !isFollowed && !index().hasLaterPart()) {
            return false;
        }
        final long first = segment.next();
        final String damage = segment.damage();
        final boolean isPassed = index().passHole();
        if (segment.next() > first) {
            handler.onDamage(first, segment.next() - 1, segment.lowestReceivedNs(), damage);
        }
        return isPassed;
    }

    private SegmentIndex index() {
        if (index == null) {
            index = new SegmentIndex(segment);
        }
        return index;
    }

    /** Why the sequences between the current segment and a later one are missing. */
    private String missing(final Path following, final long next) {
        return segment.seal() == null
                ? DamageText.shortTail(segment.path(), next, SegmentName.first(following))
                : "the journal in " + directory + " has no segment with sequence " + next;
    }

    private void openNext(final List<Path> following, final long next, final String initialCause,
            final JournalHandler handler,
            final long newestReceivedNs) {
        String cause = initialCause;
        for (final Path path : following) {
            final long first = SegmentName.first(path);
            final SegmentReader opened;
            try {
                opened = SegmentReader.open(path, window);
            } catch (final BusException e) {
                cause = e.getMessage();
                continue;
            }
            if (first < next) {
                opened.close();
                throw new BusException(path + " begins with sequence " + first + ", expected " + next
                        + ": two segments hold the same sequences; move one of them away");
            }
            use(opened);
            if (first > next) {
                handler.onDamage(next, first - 1, newestReceivedNs, cause);
            }
            return;
        }
        throw new BusException(cause);
    }

    private List<Path> segments() {
        final List<Path> segments = SegmentList.of(directory, id);
        if (segments.isEmpty()) {
            throw new BusException("the journal in " + directory + " has no session " + HexFormat.of().toHexDigits(id)
                    + "; ./bus journal check " + directory + " lists its sessions");
        }
        return segments;
    }

    /** Opens the first readable segment; the next poll reports those before it. */
    private void openFirst(final List<Path> segments) {
        String cause = null;
        for (final Path path : segments) {
            try {
                open(path);
                unreadable = cause == null ? null : new Unreadable(SegmentName.first(segments.getFirst()), cause);
                findBeginning();
                return;
            } catch (final BusException e) {
                cause = cause == null ? e.getMessage() : cause;
            }
        }
        throw new BusException(cause);
    }

    /** Opens a segment, or the nearest readable one before it, or the first readable one. */
    private void goToNearest(final List<Path> segments, final int wanted) {
        unreadable = null;
        isEndMissing = false;
        int nearest = wanted;
        while (nearest >= 0 && !tryGoTo(segments.get(nearest))) {
            nearest--;
        }
        if (nearest < 0) {
            openFirst(segments);
        }
    }

    private boolean tryGoTo(final Path path) {
        try {
            if (!segment.path().equals(path) || segment.seal() == null) {
                open(path);
            }
            return true;
        } catch (final BusException e) {
            return false; // poll reports it
        }
    }

    private void open(final Path path) {
        use(SegmentReader.open(path, window));
    }

    private void use(final SegmentReader opened) {
        close();
        segment = opened;
        index = null;
        isEndMissing = false;
    }

    @Override
    public void close() {
        if (segment != null) {
            segment.close();
        }
    }

    /** The current record. */
    private final class Current implements RecordHeader {
        @Override
        public long sequence() {
            return segment.sequence();
        }

        @Override
        public int frames() {
            return (int) (segment.endSequence() - segment.sequence());
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
