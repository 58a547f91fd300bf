package io.verbus.orders.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Clocks;
import io.verbus.SubscriptionSettings;
import io.verbus.codec.orders.MarketStateDecoder;
import io.verbus.codec.orders.MessageHeaderDecoder;
import io.verbus.codec.orders.OrderDuration;
import io.verbus.codec.orders.OrderSide;
import io.verbus.journal.JournalSettings;
import io.verbus.orders.seat.Seat;
import io.verbus.orders.seat.SeatListener;
import io.verbus.recovery.ServeSettings;
import io.verbus.recovery.ServingRecorder;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.util.List;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How far recorders have read the entries: shown to the operator, and required before a report if it is requested. */
class RecordedEntriesTest {
    private static final int XYZ = 1;
    private static final long PRICE = 10_000_000;

    private final ReportTexts ofA = new ReportTexts();
    private RunningMarket market;
    private ServingRecorder recorder;
    @TempDir
    private Path journal;

    @BeforeEach
    void launch(@TempDir(factory = ShmDir.class) final Path directory) {
        market = new RunningMarket(directory, "instrument XYZ", "seat A secret-file=a",
                "seat OPS secret-file=o operator=yes");
    }

    @AfterEach
    void close() {
        if (recorder != null) {
            recorder.close();
        }
        market.close();
    }

    @Test
    void nothingIsAnsweredThatNoRecorderHasReadIfOneIsRequired() {
        requireRecorder();
        final Seat seat = market.start("A", "A", ofA);
        market.until(() -> market.gateway.waiting() > 0);
        assertFalse(seat.isEstablished());
        assertEquals(List.of(), market.reports);

        record();
        market.until(seat::isEstablished);
        seat.enter(1, XYZ, OrderSide.BUY, OrderDuration.DAY, 5, PRICE);
        market.settle();
        assertEquals(List.of("1 accepted 1"), ofA.take());
        final int shown = market.marketData.size();

        recorder.close();
        market.until(() -> {
            market.gateway.recorded().look();
            return market.gateway.recorded().recorders() == 0;
        });
        seat.enter(2, XYZ, OrderSide.BUY, OrderDuration.DAY, 5, PRICE);
        final long entries = market.gateway.entries();
        market.until(() -> market.gateway.entries() > entries);
        assertTrue(market.gateway.waiting() > 0);
        assertEquals(List.of(), ofA.take());
        assertEquals(shown, market.marketData.size());

        record();
        market.settle();
        assertEquals(List.of("2 accepted 2"), ofA.take());
    }

    @Test
    void gatewayThatEndsBeforeARecorderHasReadAllLeavesAnIncompleteSession() {
        requireRecorder();
        market.start("A", "A", ofA);
        market.until(() -> market.gateway.waiting() > 0);
        market.gateway.close();
        market.gateway = null;
        market.until(() -> true);
        assertEquals(List.of(), market.reports);
    }

    @Test
    void statusShowsUpToWhichEntryTheMarketIsRecorded() {
        final States states = new States();
        final Seat operator = market.establish("OPS", states);
        assertEquals(List.of(0L, 0L), status(operator, states));

        record();
        market.until(() -> status(operator, states).equals(List.of(market.gateway.entries(), 1L)));

        final long entries = market.gateway.entries();
        recorder.close();
        final Seat seat = market.establish("A", ofA);
        seat.enter(1, XYZ, OrderSide.BUY, OrderDuration.DAY, 5, PRICE);
        market.settle();
        market.until(() -> status(operator, states).equals(List.of(entries, 0L)));
        assertTrue(market.gateway.entries() > entries);
    }

    private List<Long> status(final Seat operator, final States states) {
        states.last = null;
        assertEquals(0, operator.requestStatus());
        market.until(() -> states.last != null);
        return states.last;
    }

    private void requireRecorder() {
        market.endGateway();
        market.gateway = market.newGateway(market.exchange, market.settings(null).withRequiredRecorder(true),
                Clocks.SYSTEM);
    }

    private void record() {
        recorder = ServingRecorder.start(market.ofTraders, SubscriptionSettings.of("orders.log").withName("recorder"),
                journal, JournalSettings.defaults().withSegmentLength(1 << 16), ServeSettings.defaults());
    }

    /** Keeps the counts about recorders of the last state of the market. */
    private static final class States implements SeatListener {
        private List<Long> last;

        @Override
        public void onReport(final int template, final long answers, final DirectBuffer buffer, final int offset,
                final int length) {
            // None is needed.
        }

        @Override
        public void onStatus(final int template, final DirectBuffer buffer, final int offset) {
            if (template == MarketStateDecoder.TEMPLATE_ID) {
                final var state = new MarketStateDecoder().wrapAndApplyHeader(buffer, offset,
                        new MessageHeaderDecoder());
                last = List.of(state.recorded(), state.recorders());
            }
        }
    }
}
