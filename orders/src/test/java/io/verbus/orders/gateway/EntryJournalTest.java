package io.verbus.orders.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.Clocks;
import io.verbus.LostSession;
import io.verbus.Publication;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.journal.JournalSettings;
import io.verbus.matching.script.ExchangeFile;
import io.verbus.orders.intake.EntryAppender;
import io.verbus.orders.intake.EntryReplay;
import io.verbus.orders.intake.GatewayEnd;
import io.verbus.orders.intake.IntakeSettings;
import io.verbus.orders.intake.OrderIntake;
import io.verbus.recovery.ServeSettings;
import io.verbus.recovery.ServingRecorder;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Journals from which no gateway can continue: each has one message; and those of several gateways. */
class EntryJournalTest {
    private static final ExchangeFile EXCHANGE = exchange("instrument XYZ");

    @TempDir
    private Path journal;
    private final List<String> notices = new ArrayList<>();
    private Bus bus;

    @BeforeEach
    void launch(@TempDir(factory = ShmDir.class) final Path directory) {
        bus = Bus.launch(BusSettings.defaults().withDirectory(directory));
    }

    @AfterEach
    void close() {
        bus.close();
    }

    @Test
    void directoryWithoutAJournalBeginsAMarket() {
        try (OrderGateway gateway = gateway(EXCHANGE)) {
            gateway.doWork();
            assertEquals(1, gateway.entries());
        }
        assertEquals(List.of(journal + " has no entries of market orders: a new market begins"), notices);
    }

    @Test
    void journalOfGatewaysThatEndedInTheirStartBeginsAMarket() {
        record("orders.log", publication -> {
            // A gateway that died at once.
        });
        try (OrderGateway gateway = gateway(EXCHANGE)) {
            gateway.doWork();
            assertEquals(1, gateway.entries());
        }
        assertEquals(List.of(journal + " has no entries of market orders: a new market begins"), notices);
    }

    @Test
    void directoryWithoutTheEntriesOfAGatewayThatHasJustEndedIsRefused() {
        final long[] nowNs = new long[1];
        assertEquals("the gateway before has written entries, of which " + journal + " has none: start ./bus record"
                + " --stream orders.log --dir " + journal + "; without --entries a new market begins",
                assertThrows(BusException.class, () -> EntryJournal.await(journal, "orders.log",
                        () -> nowNs[0] += 500_000_000)).getMessage());
    }

    @Test
    void journalOfAnotherStreamIsRefused() {
        record("orders.out", publication -> entries(publication).time(1));
        assertEquals(journal + " has a journal of stream orders.out, expected orders.log: name the directory of ./bus"
                + " record --stream orders.log", refused(EXCHANGE));
    }

    @Test
    void journalWithoutEntriesIsRefused() {
        record("orders.log", publication -> publication.offer(new UnsafeBuffer(new byte[40]), 0, 40));
        assertEquals("the journal in " + journal + " has no entries: without --entries a new market begins",
                refused(EXCHANGE));
    }

    @Test
    void journalThatBeganAfterTheMarketIsRefused() {
        record("orders.log", publication -> {
            final EntryAppender entries = entries(publication);
            entries.resume(7, 1);
            entries.time(2);
        });
        assertTrue(refused(EXCHANGE).startsWith("the journal in " + journal + " begins with entry 8, expected 1: "),
                () -> refused(EXCHANGE));
    }

    @Test
    void journalWithOtherBytesAmongTheEntriesIsRefused() {
        record("orders.log", publication -> {
            entries(publication).time(1);
            publication.offer(new UnsafeBuffer(new byte[40]), 0, 40);
        });
        assertEquals("the entries in " + journal + " cannot be repeated: entry 0 of type 0 after entry 1: the log has a"
                + " gap or is damaged", refused(EXCHANGE));
    }

    /** Of the entries before those bytes they have all: a reader must not take that for the whole market. */
    @Test
    void outputsOfARefusedJournalAreIncomplete() {
        record("orders.log", publication -> {
            entries(publication).time(1);
            publication.offer(new UnsafeBuffer(new byte[40]), 0, 40);
        });
        final List<String> ends = new ArrayList<>();
        final SessionListener listener = new SessionListener() {
            @Override
            public void onEvent(final SessionEvent event) {
                switch (event) {
                    case SessionEvent.Ended(Session session, _) -> ends.add("ended " + session.stream());
                    case LostSession lost -> ends.add("lost " + lost.session().stream());
                    default -> {
                    }
                }
            }
        };
        try (Subscription out = bus.subscribe(SubscriptionSettings.of("orders.out").withListener(listener));
                Subscription marketData = bus.subscribe(SubscriptionSettings.of("orders.md").withListener(listener))) {
            refused(EXCHANGE);
            while (ends.size() < 2) {
                out.poll((buffer, offset, length, header) -> Action.TAKEN, 10);
                marketData.poll((buffer, offset, length, header) -> Action.TAKEN, 10);
                Thread.onSpinWait();
            }
        }
        assertEquals(List.of("lost orders.md", "lost orders.out"), ends.stream().sorted().toList());
    }

    @Test
    void journalOfAnotherExchangeIsRefused() {
        record("orders.log", publication -> entries(publication).begins(1, 5, 0,
                ExchangeDigest.of(EXCHANGE, RunningMarket.LISTED_ORDERS)));
        for (final String other : List.of("instrument XYZ tick=0.05", "instrument ABC", "instrument XYZ collar=10%")) {
            assertEquals("the entries in " + journal + " cannot be repeated: entry 1 is of a gateway with another"
                    + " exchange file: use that one (limits of a running market are changed by ./bus orders limits)",
                    refused(exchange(other)));
        }
        try (OrderGateway gateway = gateway(exchange("# the same", "instrument XYZ"))) {
            assertEquals(1, gateway.entries());
        }
    }

    @Test
    void secondGatewayIsRefusedAlsoWithEntries() {
        record("orders.log", publication -> entries(publication).begins(1, 5, 0));
        try (OrderGateway running = gateway(EXCHANGE)) {
            assertTrue(refused(EXCHANGE).startsWith("market orders has a gateway already, in process "));
            assertEquals(1, running.doWork());
        }
    }

    @Test
    void entriesAfterTheFirstOneOfALaterGatewayAreVoid() {
        record("orders.log", publication -> {
            final EntryAppender entries = entries(publication);
            for (int event = 1; event <= 9; event++) {
                entries.time(event);
            }
        });
        record("orders.log", publication -> {
            final EntryAppender entries = entries(publication);
            entries.resume(5, 100);
            entries.time(101);
            entries.time(102);
        });
        record("orders.log", publication -> {
            // A gateway that died at once.
        });
        try (OrderGateway gateway = gateway(EXCHANGE)) {
            assertEquals(7, gateway.entries());
        }
    }

    @Test
    void lastMarketCounts() {
        record("orders.log", publication -> {
            final EntryAppender entries = entries(publication);
            for (int event = 1; event <= 9; event++) {
                entries.time(event);
            }
        });
        record("orders.log", publication -> entries(publication).time(1));
        try (OrderGateway gateway = gateway(EXCHANGE)) {
            assertEquals(1, gateway.entries());
        }
    }

    @Test
    void controlsThatTheFirstGatewayHadNotAppendedFollow() {
        record("orders.log", publication -> {
            final EntryAppender entries = entries(publication);
            entries.begins(1, 5, 0);
            entries.operator(2, SettingControls.of(EXCHANGE).getFirst());
        });
        try (OrderGateway gateway = gateway(EXCHANGE)) {
            assertEquals(2, gateway.entries());
            for (int i = 0; i < 4; i++) {
                gateway.doWork();
            }
            assertEquals(SettingControls.of(EXCHANGE).size() + 2, gateway.entries());
        }
    }

    @Test
    void gatewayOfWhichTheJournalHasNothingIsNoticed() {
        record("orders.log", publication -> entries(publication).begins(1, 5, 0));
        final long[] nowNs = new long[1];
        final EntryJournal entries = EntryJournal.open(journal, "orders.log", () -> nowNs[0] += 200_000_000);

        assertTrue(entries.repeat(0, Set.of(), replay()));
        assertFalse(entries.repeat(0, Set.of(7L), replay()));
    }

    private static EntryReplay replay() {
        final List<GatewayEnd> seats = List.of(new GatewayEnd(0, "A", RunningMarket.secret("A")));
        final RecordedWriter out = new RecordedWriter();
        final EntryEngine engine = new EntryEngine(EXCHANGE, 7, new SeatReports(out, seats.toArray(new GatewayEnd[0])),
                new BookChangeWriter(out), RunningMarket.LISTED_ORDERS);
        final EntryAppender appender = new EntryAppender(out);
        return new EntryReplay(new OrderIntake(seats, IntakeSettings.DEFAULT, appender, out, nonce -> {}, engine),
                appender, engine);
    }

    private String refused(final ExchangeFile exchange) {
        return assertThrows(BusException.class, () -> gateway(exchange).close()).getMessage();
    }

    private OrderGateway gateway(final ExchangeFile exchange) {
        return new OrderGateway(bus, exchange, seat -> RunningMarket.secret(seat.name()),
                GatewaySettings.of("orders").withCapacities(1 << 20, 1 << 20, 1 << 20)
                        .withListedOrders(RunningMarket.LISTED_ORDERS).withEntries(journal),
                Clocks.SYSTEM, notices::add);
    }

    private static ExchangeFile exchange(final String... instruments) {
        final String[] lines = new String[instruments.length + 1];
        System.arraycopy(instruments, 0, lines, 0, instruments.length);
        lines[instruments.length] = "seat A secret-file=a quantity=5";
        return ExchangeFile.read(List.of(lines), (line, file) -> {
            throw new AssertionError(file);
        });
    }

    private static EntryAppender entries(final Publication publication) {
        return new EntryAppender(publication);
    }

    /** Adds a session to the journal. */
    private void record(final String stream, final Consumer<Publication> session) {
        try (ServingRecorder recorder = ServingRecorder.start(bus,
                SubscriptionSettings.of(stream).withName("recorder"), journal,
                JournalSettings.defaults().withSegmentLength(1 << 16), ServeSettings.defaults())) {
            try (Publication publication = bus.publish(stream)) {
                session.accept(publication);
            }
            assertEquals(null, recorder.failure());
        }
    }
}
