package io.verbus.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.codec.orders.OrderDuration;
import io.verbus.codec.orders.OrderSide;
import io.verbus.orders.seat.Seat;
import io.verbus.orders.seat.SeatSettings;
import io.verbus.recovery.RecoverySettings;
import io.verbus.recovery.ServingRecorder;
import io.verbus.support.Patience;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trader is away, or slow, while more reports are published than the log of orders.out holds. */
class RecoveredReportsTest {
    private static final int OUT_CAPACITY = 1 << 16;
    private static final int TRADES = 1_000;
    /** Trades between two waits for the recorder: fewer than the log holds. */
    private static final int BATCH = 50;
    private static final long PRICE = 100;

    private final Map<String, SeatSecret> secrets = new TreeMap<>(
            Map.of("A", TwoEnds.secret(1), "B", TwoEnds.secret(2)));
    private final List<Seat> seats = new ArrayList<>();
    private Bus ofGateway;
    private Bus ofTraders;
    private BusGateway gateway;
    private Subscription counter;
    private long published;
    private ServingRecorder recorder;

    @BeforeEach
    void launch(@TempDir(factory = ShmDir.class) final Path directory) {
        ofGateway = Bus.launch(BusSettings.defaults().withDirectory(directory));
        ofTraders = Bus.launch(BusSettings.defaults().withDirectory(directory));
        gateway = new BusGateway(ofGateway, secrets, List.of(), OUT_CAPACITY);
        counter = ofTraders.subscribe(SubscriptionSettings.of("orders.out").withStart(Start.oldest()));
    }

    @AfterEach
    void close() {
        if (recorder != null) {
            recorder.close();
        }
        counter.close();
        gateway.close();
        ofTraders.close();
        ofGateway.close();
    }

    @Test
    void traderThatWasAwayGetsEachReportOnceFromAJournal(@TempDir final Path journal) {
        recorder = ServingRecorder.start(ofTraders, "orders.out", journal);
        restAnOrderAndLeave();
        trade();

        final RecordedSeatEvents events = new RecordedSeatEvents();
        final Seat seat = establish(settings("A").withRecovery(RecoverySettings.defaults()), events);
        assertFalse(seat.isCaughtUp());
        until(seat::isCaughtUp);

        assertEquals(List.of("established 0 next 2", "accepted answers 1", "report answers 0"),
                events.take().subList(0, 3));
        assertEquals(TRADES + 1, events.reports.size());
        assertEquals(1, seat.openQuantity(1));
        assertEquals(2, seat.cancel(1));
        until(() -> seat.unanswered() == 0);
        assertTrue(events.isComplete);
        closeSeats();
    }

    @Test
    void slowTraderGetsEachReportOnceFromAJournal(@TempDir final Path journal) {
        recorder = ServingRecorder.start(ofTraders, "orders.out", journal);
        final RecordedSeatEvents events = new RecordedSeatEvents();
        final Seat slow = establish(settings("A").withKeepAlive(Duration.ofSeconds(60))
                .withRecovery(RecoverySettings.defaults()), events);
        slow.enter(1, 0, OrderSide.SELL, OrderDuration.GTC, TRADES + 1, PRICE);
        until(() -> slow.unanswered() == 0);
        seats.remove(slow);
        trade();
        assertEquals(2, slow.nextReport());

        seats.add(slow);
        until(() -> slow.nextReport() == TRADES + 2);

        assertEquals(TRADES + 1, events.reports.size());
        assertFalse(events.events.contains("interrupted"), events.events::toString);
        closeSeats();
    }

    @Test
    void withoutARecorderTheMissingReportsAreNamedAndTheOpenOrdersRequested() {
        restAnOrderAndLeave();
        trade();

        final RecordedSeatEvents events = new RecordedSeatEvents();
        final Seat seat = establish(settings("A").withRecovery(
                RecoverySettings.defaults().withTimeout(Duration.ofMillis(50))), events);
        until(() -> seat.nextReport() == TRADES + 4); // an OpenOrder and its end

        final List<String> all = events.take();
        assertEquals("established 0 next 2", all.getFirst());
        assertTrue(all.get(1).startsWith("missing 1 to "), all.get(1));
        assertEquals(1, all.stream().filter(event -> event.startsWith("missing")).count());
        assertEquals(TRADES + 3 - Long.parseLong(all.get(1).substring("missing 1 to ".length())),
                events.reports.size());
        assertEquals(List.of("report answers 2", "report answers 2"), all.subList(all.size() - 2, all.size()));
        assertEquals(1, seat.openQuantity(1));
        closeSeats();
    }

    private void restAnOrderAndLeave() {
        final Seat maker = establish(settings("A"), new RecordedSeatEvents());
        maker.enter(1, 0, OrderSide.SELL, OrderDuration.GTC, TRADES + 1, PRICE);
        until(() -> maker.unanswered() == 0);
        closeSeats();
    }

    /** Another seat trades with the order: each trade is a report to both seats. */
    private void trade() {
        final Seat taker = establish(settings("B").withKeepAlive(Duration.ofSeconds(60)), new RecordedSeatEvents());
        for (int id = 1; id <= TRADES; id++) {
            assertEquals(id, taker.enter(id, 0, OrderSide.BUY, OrderDuration.IOC, 1, PRICE));
            if (id % BATCH == 0) {
                until(() -> taker.unanswered() == 0
                        && (recorder == null || recorder.messages() >= published));
            }
        }
        assertEquals(0, recorder == null ? 0 : recorder.missing());
        closeSeats();
    }

    private SeatSettings settings(final String name) {
        return SeatSettings.of(name, secrets.get(name)).withKeepAlive(Duration.ofSeconds(5));
    }

    private Seat establish(final SeatSettings settings, final RecordedSeatEvents listener) {
        final Seat seat = Seat.establish(ofTraders, settings, listener);
        seats.add(seat);
        until(seat::isEstablished);
        return seat;
    }

    private void closeSeats() {
        until(() -> {
            seats.removeIf(Seat::tryClose);
            return seats.isEmpty();
        });
    }

    private void until(final BooleanSupplier condition) {
        final long beginNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - beginNs < Patience.NS, "no end");
            gateway.step();
            seats.forEach(Seat::poll);
            published += counter.poll((buffer, offset, length, header) -> Action.TAKEN, Integer.MAX_VALUE);
            Thread.onSpinWait();
        }
    }
}
