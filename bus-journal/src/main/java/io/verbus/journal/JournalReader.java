package io.verbus.journal;

import io.verbus.BusException;
import io.verbus.Session;
import io.verbus.internal.journal.SegmentList;
import io.verbus.internal.journal.SegmentName;
import io.verbus.internal.journal.SegmentReader;
import io.verbus.internal.journal.Window;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The reading end of a journal. The journal may be written at the same time, and its files may contain anything: every
 * byte is checked before use. The reader keeps no file open; any number of readers may read one journal. Any thread.
 */
public final class JournalReader {
    private final Path directory;

    private JournalReader(final Path directory) {
        this.directory = directory;
    }

    /**
     * A reader of a directory.
     *
     * @param directory of the journal
     * @return the reader
     * @throws BusException if there is no journal
     */
    public static JournalReader open(final Path directory) {
        final Path absolute = directory.toAbsolutePath().normalize();
        if (SegmentList.of(absolute).isEmpty()) {
            final List<String> damaged = new JournalReader(absolute).damagedFiles();
            throw new BusException("there is no journal in " + absolute + ": no segment found"
                    + (damaged.isEmpty() ? "" : "; " + damaged.getFirst()));
        }
        return new JournalReader(absolute);
    }

    /**
     * The files of which the journal has nothing else: a recorder could not read them, and set them aside. Their
     * session is missing from there on, or altogether, and no {@link SessionReader} reports it.
     *
     * @return one message for a person for each
     * @throws BusException if the directory can't be listed
     */
    public List<String> damagedFiles() {
        return describe(SegmentList.setAside(directory).stream());
    }

    /**
     * The damaged files of one session.
     *
     * @param session its id
     * @return one message for a person for each, see {@link #damagedFiles()}
     * @throws BusException if the directory can't be listed
     */
    public List<String> damagedFiles(final long session) {
        return describe(SegmentList.setAside(directory).stream().filter(path -> SegmentName.session(path) == session));
    }

    static List<String> describe(final Stream<Path> setAside) {
        return setAside.map(path -> path + " could not be read by a recorder, which set it aside: session "
                + HexFormat.of().toHexDigits(SegmentName.session(path)) + " lacks its sequences from "
                + SegmentName.first(path) + " on; restore the file from a copy under its name without the suffix, or"
                + " move it away").toList();
    }

    /**
     * The sessions that the journal contains now, in the order in which they began.
     *
     * @return one entry per session, from the segment headers
     * @throws BusException if no segment of a session can be opened
     */
    public List<RecordedSession> sessions() {
        final List<RecordedSession> sessions = new ArrayList<>();
        final Window window = new Window();
        for (final Map.Entry<Long, List<Path>> entry : SegmentList.bySession(directory).entrySet()) {
            sessions.add(describe(entry.getValue(), window));
        }
        sessions.sort(Comparator.comparingLong((RecordedSession one) -> one.session().startedEpochNs())
                .thenComparingLong(one -> one.session().id()));
        return sessions;
    }

    /**
     * Reads a session.
     *
     * @param session its id
     * @return a reader at the first record, to be closed
     * @throws BusException if the journal does not contain the session
     */
    public SessionReader read(final long session) {
        return new SessionReader(directory, session);
    }

    /** From the segments that can be opened; a reader of the session reports the others. */
    private static RecordedSession describe(final List<Path> segments, final Window window) {
        Session session = null;
        long first = 0;
        long bytes = 0;
        boolean sealed = false;
        BusException failure = null;
        for (final Path segment : segments) {
            try (SegmentReader reader = SegmentReader.open(segment, window)) {
                if (session == null) {
                    session = reader.header().session();
                    first = reader.header().first();
                }
                sealed = reader.seal() != null;
                bytes += sealed ? reader.seal().end() : reader.header().length();
            } catch (final BusException e) {
                failure = e;
            }
        }
        if (session == null) {
            throw failure;
        }
        return new RecordedSession(session, first, segments.size(), bytes, sealed);
    }
}
