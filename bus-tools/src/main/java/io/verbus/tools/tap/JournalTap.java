package io.verbus.tools.tap;

import io.verbus.Action;
import io.verbus.journal.JournalHandler;
import io.verbus.journal.JournalReader;
import io.verbus.journal.RecordHeader;
import io.verbus.journal.ReplayRange;
import io.verbus.journal.SessionReader;
import io.verbus.tools.tap.TappedMessage.Time;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.agrona.DirectBuffer;

/**
 * Reads sessions of a journal, one after the other; on request it then waits for more records. Used by one
 * thread.
 */
final class JournalTap {
    private static final int LIMIT = 256;
    private static final long REST_NS = Duration.ofMillis(20).toNanos();

    private final TapOutput output;
    private final TapReport report;
    private final ReplayRange range;
    private final Set<Long> finished = new HashSet<>();
    private final Map<Long, SessionReader> open = new LinkedHashMap<>();
    /** The first damage, as an error message; null if there is none. */
    private String damage;

    JournalTap(final TapOutput output, final TapReport report, final ReplayRange range) {
        this.output = output;
        this.report = report;
        this.range = range;
    }

    /** The first damage, as an error message; null if there is none. */
    String damage() {
        return damage;
    }

    /**
     * Reads the journal.
     *
     * @param directory of the journal
     * @param selected returns the ids of the sessions to read
     * @param follow whether to wait for more messages and sessions at the end
     * @param stop ends the reading
     */
    void run(final Path directory, final Function<JournalReader, List<Long>> selected, final boolean follow,
            final BooleanSupplier stop) {
        try {
            do {
                final JournalReader journal = JournalReader.open(directory);
                int count = 0;
                for (final long id : selected.apply(journal)) {
                    if (!finished.contains(id) && !isOver(stop)) {
                        count += read(id, journal, follow, stop);
                    }
                }
                if (count == 0 && follow && !isOver(stop)) {
                    LockSupport.parkNanos(REST_NS);
                }
            } while (follow && !isOver(stop));
        } finally {
            output.flush();
            open.values().forEach(SessionReader::close);
        }
    }

    private boolean isOver(final BooleanSupplier stop) {
        return output.isDone() || stop.getAsBoolean();
    }

    /** Reads a session to its present end. Returns the number of records. */
    private int read(final long id, final JournalReader journal, final boolean follow, final BooleanSupplier stop) {
        final SessionReader reader = open.computeIfAbsent(id, unused -> {
            final SessionReader opened = journal.read(id);
            report.print("reading the record of " + opened.session());
            range.begin(opened);
            return opened;
        });
        final Records records = new Records(id);
        int total = 0;
        int count = 1;
        while (count > 0 && !records.isAfterEnd && !isOver(stop)) {
            count = reader.poll(records, LIMIT);
            total += count;
            output.flush();
        }
        if (!follow || reader.isOver() || records.isAfterEnd) {
            open.remove(id).close();
            finished.add(id);
        }
        return total;
    }

    /** Receives the records of a session. */
    private final class Records implements JournalHandler {
        private final long session;
        private boolean isAfterEnd;

        Records(final long session) {
            this.session = session;
        }

        @Override
        public Action onMessage(final DirectBuffer buffer, final int offset, final int length,
                final RecordHeader header) {
            isAfterEnd |= range.isAfterEnd(header.sequence(), header.receivedNs());
            if (isAfterEnd || output.isDone()) {
                return Action.NOT_TAKEN;
            }
            output.take(buffer, offset, length, header.sequence(), session, new Time("received", header.receivedNs()),
                    header.publishedNs());
            return Action.TAKEN;
        }

        @Override
        public void onLoss(final long first, final long last, final long receivedNs, final String cause) {
            isAfterEnd |= range.isAfterEnd(first, receivedNs);
            if (!isAfterEnd) {
                report.missed(session, first, last, cause);
            }
        }

        @Override
        public void onDamage(final long first, final long last, final long receivedNs, final String cause) {
            if (!range.isAfterEnd(first, receivedNs)) {
                damage = damage == null ? cause : damage;
                report.missed(session, first, last, cause);
            }
        }

        @Override
        public void onEnd(final long messages, final long receivedNs, final String cause) {
            if (!cause.isEmpty() && !range.isAfterEnd(messages, receivedNs)) {
                report.print("the publisher was lost before the end of the session: " + cause);
            }
        }
    }
}
