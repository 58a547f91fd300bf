package io.verbus.journal;

import io.verbus.BusException;
import io.verbus.Session;
import io.verbus.internal.journal.DamageText;
import io.verbus.internal.journal.RecordLayout;
import io.verbus.internal.journal.SegmentIndex;
import io.verbus.internal.journal.SegmentList;
import io.verbus.internal.journal.SegmentNote;
import io.verbus.internal.journal.SegmentReader;
import io.verbus.internal.journal.Window;
import io.verbus.internal.log.FrameLayout;
import io.verbus.internal.os.HeaderFields;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Reads every record of a journal, also while it is written. Used by one thread. */
public final class JournalCheck {
    private final Path directory;
    private final Window window = new Window();
    private final List<String> foreign = new ArrayList<>();

    /**
     * The readable contents of a session in a journal.
     *
     * @param session that was recorded
     * @param first recorded sequence
     * @param next sequence after the last recorded one
     * @param messages number of whole messages
     * @param losses ranges that are recorded as lost, damaged or in a missing segment
     * @param lost sequences in these ranges
     * @param segments number of files
     * @param bytes of headers, indexes and records
     * @param end how the session ended, in words; empty if that is not recorded
     * @param damages messages for a person
     */
    public record SessionReport(Session session, long first, long next, long messages, long losses, long lost,
            int segments, long bytes, String end, List<String> damages) {}

    /**
     * A check of one journal.
     *
     * @param directory of the journal
     */
    public JournalCheck(final Path directory) {
        this.directory = directory.toAbsolutePath().normalize();
    }

    /**
     * Reads the journal.
     *
     * @return a report per session, in the order in which the sessions began
     * @throws BusException if the directory does not exist
     */
    public List<SessionReport> run() {
        final List<SessionReport> reports = new ArrayList<>();
        foreign.clear();
        for (final List<Path> segments : SegmentList.bySession(directory).values()) {
            final Tally tally = new Tally();
            segments.forEach(tally::read);
            if (tally.session == null) {
                foreign.addAll(tally.damages);
            } else {
                reports.add(tally.report(segments.size()));
            }
        }
        foreign.addAll(JournalReader.describe(SegmentList.setAside(directory).stream()));
        reports.sort(Comparator.comparingLong(report -> report.session().startedEpochNs()));
        return reports;
    }

    /** {@return the damage of sessions without a readable segment, and the damaged files, messages for a person} */
    public List<String> unreadable() {
        return List.copyOf(foreign);
    }

    /** Counts the records of one session, segment by segment. */
    private final class Tally {
        private final List<String> damages = new ArrayList<>();
        private Session session;
        private long first;
        private long next;
        private long newestReceivedNs = Long.MIN_VALUE;
        private long messages;
        private long losses;
        private long lost;
        private long bytes;
        private String end = "";
        /** The preceding segment could not be opened, which is reported: no other segment is missing. */
        private boolean unreadable;
        /** The preceding segment ends with damage, which is reported. */
        private boolean torn;
        /** The preceding segment; null if it could not be opened, or has a seal. */
        private Path unsealed;
        /** First sequence of the segment that is missing after the last one. */
        private long following;

        void read(final Path path) {
            try (SegmentReader reader = SegmentReader.open(path, window)) {
                begin(reader);
                reader.notBefore(newestReceivedNs);
                final SegmentIndex index = new SegmentIndex(reader);
                while (reader.look() == SegmentReader.Found.RECORD || pass(reader, index)) {
                    if (reader.look() == SegmentReader.Found.RECORD) {
                        count(reader);
                        reader.pass();
                    }
                }
                next = reader.next();
                following = SegmentNote.FOLLOWING.missing(reader);
                unsealed = reader.seal() == null ? path : null;
                newestReceivedNs = reader.lowestReceivedNs();
                bytes += reader.offset();
                if (reader.seal() != null && index.isRebuilt()) {
                    damages.add("the index of " + path + " is missing or torn; recording into the directory rebuilds"
                            + " it");
                }
            } catch (final BusException e) {
                damages.add(e.getMessage());
                unreadable = true;
                unsealed = null;
                following = SegmentNote.NONE;
            }
        }

        private void begin(final SegmentReader reader) {
            final long begins = reader.header().first();
            if (session == null) {
                session = reader.header().session();
                first = begins;
                final long preceding = unreadable ? SegmentNote.NONE : SegmentNote.PRECEDING.missing(reader);
                if (preceding != SegmentNote.NONE) {
                    damages.add(DamageText.withRange(DamageText.absent(directory, preceding), preceding, begins - 1));
                    lose(begins - preceding);
                }
            } else if (begins > next) {
                if (!unreadable && !torn) {
                    damages.add(unsealed != null
                            ? DamageText.shortTail(unsealed, next, begins)
                            : reader.path() + " begins with sequence " + begins + ", expected " + next
                                    + ": a segment is missing");
                }
                lose(begins - next);
            } else if (begins < next) {
                damages.add(reader.path() + " begins with sequence " + begins + ", expected " + next
                        + ": two segments hold the same sequences");
            }
            unreadable = false;
            torn = false;
        }

        /** Passes damage, and bytes that are not on the disk; returns false at the end of the records. */
        private boolean pass(final SegmentReader reader, final SegmentIndex index) {
            final String damage = reader.damage();
            final long from = reader.next();
            if (reader.look() == SegmentReader.Found.DAMAGE) {
                torn = !index.passDamage();
                damages.add(DamageText.withRange(damage, from, reader.next() - 1));
            } else if (!index.passHole()) {
                return false;
            } else if (reader.next() > from) {
                damages.add(DamageText.withRange(damage, from, reader.next() - 1));
            }
            lose(reader.next() - from);
            return !torn;
        }

        private void lose(final long sequences) {
            if (sequences > 0) {
                losses++;
                lost += sequences;
            }
        }

        private void count(final SegmentReader reader) {
            switch (reader.type()) {
                case FrameLayout.DATA -> messages++;
                case RecordLayout.LOSS -> {
                    lose(reader.endSequence() - reader.sequence());
                }
                case FrameLayout.END -> end = "ended";
                default -> end = "lost: " + text(reader);
            }
        }

        private static String text(final SegmentReader reader) {
            final byte[] bytes = new byte[reader.payloadLength()];
            reader.buffer().getBytes(reader.payloadOffset(), bytes);
            return HeaderFields.legible(bytes);
        }

        SessionReport report(final int segments) {
            if (following != SegmentNote.NONE) {
                damages.add(DamageText.withRange(DamageText.absent(directory, following), next, following - 1));
                losses++;
                lost += Math.max(0, following - next);
            }
            return new SessionReport(session, first, next, messages, losses, lost, segments, bytes, end, damages);
        }
    }
}
