package io.verbus.orders.gateway;

import io.verbus.Clocks;
import io.verbus.Header;
import io.verbus.MutableHeader;
import io.verbus.Session;
import io.verbus.internal.os.SimulatedDeath;
import io.verbus.journal.JournalSettings;
import io.verbus.journal.JournalWriter;
import io.verbus.journal.SessionWriter;
import io.verbus.matching.script.ExchangeFile;
import io.verbus.orders.intake.EntryAppender;
import io.verbus.orders.intake.EntryReplay;
import io.verbus.orders.intake.GatewayEnd;
import io.verbus.orders.intake.IntakeSettings;
import io.verbus.orders.intake.OrderIntake;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A history from a seed: gateways append entries, end, are killed, and are refused in their start, which leaves a
 * session without entries. A recorder lags, is killed and started again. Each next gateway continues after the entries
 * in the journal: it has all, or reports that the end of the one before is missing.
 */
final class JournalHistory {
    static final int STEPS = 60;

    private static final ExchangeFile EXCHANGE = ExchangeFile.read(List.of("instrument XYZ", "seat A secret-file=a"),
            (line, file) -> {
                throw new AssertionError(file);
            });

    private final Random random;
    private final Path directory;
    private final Map<String, Integer> counts;
    /** Ids of sessions in the journal, and of those of which it has the end. */
    private final Set<Integer> recorded = new HashSet<>();
    private final Set<Integer> ended = new HashSet<>();
    private final RecordedWriter log = new RecordedWriter();
    /** Null while no recorder runs. */
    private JournalWriter recorder;
    /** The running gateway; 0 while none runs. */
    private int gateway;
    private int sessions;
    private EntryAppender entries = new EntryAppender(log);
    /** Messages of the session that the recorder has, and events that all gateways have acknowledged. */
    private int read;
    private long acknowledged;
    /** The last session with entries. */
    private int lastWithEntries;
    private long nowNs;

    /** Runs histories of consecutive seeds; returns the first failure, or an empty text. */
    static final class Hunt implements Function<long[], String> {
        @Override
        public String apply(final long[] seeds) {
            try {
                for (long seed = seeds[0]; seed < seeds[0] + seeds[1]; seed++) {
                    run(seed, new TreeMap<>());
                }
                return "";
            } catch (final AssertionError e) {
                return e.getMessage();
            }
        }
    }

    private JournalHistory(final long seed, final Path directory, final Map<String, Integer> counts) {
        this.random = new Random(seed);
        this.directory = directory;
        this.counts = counts;
    }

    static void run(final long seed, final Map<String, Integer> counts) {
        try {
            final Path directory = new ShmDir().createTempDirectory(null, null);
            final JournalHistory history = new JournalHistory(seed, directory, counts);
            try {
                history.run();
            } catch (final AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            } finally {
                history.killRecorder();
                IoUtil.delete(directory.toFile(), true);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void run() {
        startRecorder();
        begin();
        append(1 + random.nextInt(3));
        record(1);
        for (int step = 0; step < STEPS; step++) {
            switch (random.nextInt(10)) {
                case 0, 1, 2 -> append(1 + random.nextInt(5));
                case 3, 4, 5 -> record(random.nextInt(8));
                case 6 -> end(random.nextBoolean());
                case 7 -> next();
                case 8 -> startRecorder();
                default -> killRecorder();
            }
        }
        next();
    }

    private void append(final int count) {
        for (int i = 0; gateway != 0 && i < count; i++) {
            entries.time(nowNs++);
            lastWithEntries = gateway;
            acknowledged = entries.lastEvent();
        }
    }

    /** The recorder reads some messages of the running gateway. */
    private void record(final int count) {
        if (recorder == null || gateway == 0) {
            return;
        }
        for (int i = 0; i < count && read < log.messages.size(); i++) {
            final byte[] entry = log.messages.get(read);
            writer().append(new UnsafeBuffer(entry), 0, entry.length,
                    new MutableHeader(gateway, "orders.log", "recorder").set(read, Header.NO_POSITION), nowNs++);
            recorded.add(gateway);
            read++;
        }
    }

    /** A recorder that runs has then read all, and the end; without one the log is removed. */
    private void end(final boolean isRegular) {
        if (gateway != 0 && recorder != null) {
            record(Integer.MAX_VALUE);
            if (isRegular) {
                writer().end(log.messages.size(), nowNs++);
            } else {
                writer().breakOff(log.messages.size(), "died", nowNs++);
            }
            recorded.add(gateway);
            ended.add(gateway);
        }
        gateway = 0;
    }

    private void begin() {
        gateway = ++sessions;
        log.messages.clear();
        read = 0;
        entries = new EntryAppender(log);
    }

    private void next() {
        end(false);
        final EntryAppender repeated = new EntryAppender(new RecordedWriter());
        final boolean isOver = EntryJournal.open(directory, "orders.log", () -> nowNs += 500_000_000).repeat(0,
                Set.of(), replay(repeated));
        final boolean isKnown = recorded.contains(lastWithEntries);
        if (isKnown) {
            require(!isOver || repeated.lastEvent() == acknowledged, "the market continues after entry "
                    + repeated.lastEvent() + " of " + acknowledged + ", and no loss is reported");
            final boolean hasEnds = recorded.stream().filter(one -> one >= lastWithEntries).allMatch(ended::contains);
            require(isOver || !hasEnds, "a loss after entry " + repeated.lastEvent() + " is reported, but the journal"
                    + " has all ends");
            count(isOver ? "continued" : "end lost");
        }
        begin();
        entries.resume(repeated.lastEvent(), nowNs);
        if (random.nextInt(3) == 0) {
            count(isOver ? "refused" : "refused after a lost end"); // before a seat has learnt of it
            end(random.nextBoolean());
        } else {
            acknowledged = repeated.lastEvent();
            append(1 + random.nextInt(3));
        }
    }

    private EntryReplay replay(final EntryAppender repeated) {
        final List<GatewayEnd> seats = List.of(new GatewayEnd(0, "A", RunningMarket.secret("A")));
        final RecordedWriter out = new RecordedWriter();
        final EntryEngine engine = new EntryEngine(EXCHANGE, 7, new SeatReports(out, seats.toArray(new GatewayEnd[0])),
                new BookChangeWriter(out), RunningMarket.LISTED_ORDERS);
        return new EntryReplay(new OrderIntake(seats, IntakeSettings.DEFAULT, repeated, out, nonce -> {}, engine),
                repeated, engine);
    }

    private void startRecorder() {
        if (recorder == null) {
            recorder = JournalWriter.open(directory, "orders.log",
                    JournalSettings.defaults().withSegmentLength(1 << 14).steppedBy(Clocks.SYSTEM));
        }
    }

    private void killRecorder() {
        if (recorder != null) {
            count("recorder killed");
            SimulatedDeath.of(recorder);
            recorder = null;
        }
    }

    private SessionWriter writer() {
        return recorder.session(new Session("orders.log", gateway, "gateway", 1, gateway, "test"));
    }

    private void count(final String event) {
        counts.merge(event, 1, Integer::sum);
    }

    private static void require(final boolean condition, final String message) {
        if (!condition) {
            throw new AssertionError(message);
        }
    }
}
