package io.verbus.tools.export;

import io.verbus.Action;
import io.verbus.BusException;
import io.verbus.Clocks;
import io.verbus.journal.JournalHandler;
import io.verbus.journal.JournalReader;
import io.verbus.journal.RecordHeader;
import io.verbus.journal.ReplayRange;
import io.verbus.journal.SessionReader;
import io.verbus.tools.Texts;
import io.verbus.tools.journal.Holes;
import io.verbus.tools.tap.MessageDecoder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;

/** Reads the sessions of a journal twice: first for the instruments that they define, then into tables. */
final class JournalTables {
    private static final int LIMIT = 4_096;
    private static final long PROGRESS_NS = Duration.ofSeconds(2).toNanos();
    private static final int PERCENT = 100;

    private final JournalReader journal;
    private final List<Long> sessions;
    private final ReplayRange range;
    private final Consumer<String> report;
    private final BooleanSupplier stop;
    private final NanoClock clock = Clocks.SYSTEM.monotonic();
    private final List<String> holes = new ArrayList<>();
    private long total;
    private long messages;
    private long beganNs;
    private long reportedNs;

    /**
     * Creates a reader.
     *
     * @param journal to read
     * @param sessions of it
     * @param range of each session
     * @param report receives lines about the progress
     * @param stop ends the reading
     */
    JournalTables(final JournalReader journal, final List<Long> sessions, final ReplayRange range,
            final Consumer<String> report, final BooleanSupplier stop) {
        this.journal = journal;
        this.sessions = sessions;
        this.range = range;
        this.report = report;
        this.stop = stop;
    }

    /** The parts of the range that are missing, as lines. Valid after {@link #read}. */
    List<String> holes() {
        return holes;
    }

    /** Number of packets that were read into tables. */
    long messages() {
        return messages;
    }

    /**
     * Finds the instruments that the sessions define, also before the range, and counts the messages of the range.
     *
     * @param decoder of definitions
     */
    InstrumentNames findInstruments(final MessageDecoder decoder) {
        final InstrumentNames instruments = new InstrumentNames();
        total = 0;
        for (final long id : sessions) {
            try (SessionReader reader = journal.read(id)) {
                poll(reader, new Definitions(id, decoder, instruments));
            }
        }
        return instruments;
    }

    /** Reads all messages of the range into tables. */
    void read(final MessageTables tables, final InstrumentNames instruments) {
        holes.clear();
        messages = 0;
        beganNs = clock.nanoTime();
        reportedNs = beganNs;
        for (int i = 0; i < sessions.size(); i++) {
            final long id = sessions.get(i);
            try (SessionReader reader = journal.read(id)) {
                range.begin(reader);
                final InstrumentNames.Position position = instruments.begin(id);
                tables.key().begin(i, position);
                poll(reader, new Rows(tables, new Holes(reader, range, holes::add)));
                if (position.unknowns() > 0) {
                    holes.add("session " + Texts.hex(id) + ": " + Texts.count(position.unknowns(), "message")
                            + " without the definition of its instrument: it has no symbol, and its prices and"
                            + " quantities have no exponent");
                }
            }
        }
    }

    private void poll(final SessionReader reader, final Ending handler) {
        try {
            while (!handler.isAfterEnd && !stop.getAsBoolean() && reader.poll(handler, LIMIT) > 0) {
                reportProgress();
            }
        } catch (final BusException e) { // damage at the end of the journal
            handler.onUnreadable(e);
        }
    }

    private void reportProgress() {
        final long nowNs = clock.nanoTime();
        if (messages > 0 && nowNs - reportedNs > PROGRESS_NS) {
            reportedNs = nowNs;
            report.accept(Texts.number(messages) + " of " + Texts.number(total) + " messages, "
                    + messages * PERCENT / Math.max(1, total) + " %, " + rate() + "/s");
        }
    }

    /** Messages per second so far. */
    String rate() {
        final double seconds = (clock.nanoTime() - beganNs) / (double) TimeUnit.SECONDS.toNanos(1);
        return String.format(Locale.ROOT, "%,.0f", messages / Math.max(1e-9, seconds));
    }

    /** Reads records up to the end of the range. */
    private abstract class Ending implements JournalHandler {
        private boolean isAfterEnd;

        /** Whether a record is in the range, or before it. */
        boolean isInRange(final RecordHeader header) {
            isAfterEnd |= range.isAfterEnd(header.sequence(), header.receivedNs());
            return !isAfterEnd;
        }

        abstract void onUnreadable(BusException e);
    }

    /** Collects definitions of instruments. */
    private final class Definitions extends Ending {
        private final long session;
        private final MessageDecoder decoder;
        private final InstrumentNames instruments;

        Definitions(final long session, final MessageDecoder decoder, final InstrumentNames instruments) {
            this.session = session;
            this.decoder = decoder;
            this.instruments = instruments;
        }

        @Override
        public Action onMessage(final DirectBuffer buffer, final int offset, final int length,
                final RecordHeader header) {
            if (!isInRange(header)) {
                return Action.NOT_TAKEN;
            }
            decoder.definitions(buffer, offset, length,
                    fields -> instruments.add(session, header.sequence(), fields));
            total += isBefore(header) ? 0 : 1;
            return Action.TAKEN;
        }

        private boolean isBefore(final RecordHeader header) {
            return switch (range.from()) {
                case null -> false;
                case ReplayRange.Sequence(long first) -> header.sequence() < first;
                case ReplayRange.Time(long firstNs) -> header.receivedNs() < firstNs;
            };
        }

        @Override
        public void onLoss(final long first, final long last, final long receivedNs, final String cause) {
            // reported when the messages are read
        }

        @Override
        void onUnreadable(final BusException e) {
            // reported when the messages are read
        }
    }

    /** Writes messages into tables, and forwards losses and damage to {@link Holes}. */
    private final class Rows extends Ending {
        private final MessageTables tables;
        private final Holes reported;

        Rows(final MessageTables tables, final Holes reported) {
            this.tables = tables;
            this.reported = reported;
        }

        @Override
        public Action onMessage(final DirectBuffer buffer, final int offset, final int length,
                final RecordHeader header) {
            if (!isInRange(header)) {
                return Action.NOT_TAKEN;
            }
            tables.take(buffer, offset, length, header);
            messages++;
            return Action.TAKEN;
        }

        @Override
        public void onLoss(final long first, final long last, final long receivedNs, final String cause) {
            reported.onLoss(first, last, receivedNs, cause);
        }

        @Override
        public void onDamage(final long first, final long last, final long receivedNs, final String damage) {
            reported.onDamage(first, last, receivedNs, damage);
        }

        @Override
        public void onEnd(final long number, final long receivedNs, final String cause) {
            reported.onEnd(number, receivedNs, cause);
        }

        @Override
        void onUnreadable(final BusException e) {
            holes.add(e.getMessage());
        }
    }
}
