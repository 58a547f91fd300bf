package io.verbus.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.verbus.MessageWriter;
import io.verbus.Session;
import io.verbus.codec.orders.OrderDuration;
import io.verbus.codec.orders.OrderSide;
import io.verbus.orders.intake.EntryAppender;
import io.verbus.orders.intake.GatewayEnd;
import io.verbus.orders.intake.OrderIntake;
import io.verbus.orders.seat.SeatEnd;
import io.verbus.orders.seat.SeatListener;
import io.verbus.orders.seat.SeatRequests;
import io.verbus.orders.seat.SeatSettings;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Both ends, with the engine between them, allocate nothing while a seat is established. */
class SeatAllocationTest {
    private static final int ROUNDS = 20;
    private static final int ORDERS = 2_000;
    private static final long SESSION = 5;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private long nowNs = 1;
    private SeatEnd seat;
    private OrderIntake intake;
    private EngineRunner engine;
    private PassingWriter in;
    private PassingWriter out;
    private long sequence;
    private long id;

    @Test
    void requestsReportsAndHeartbeatsAllocateNothing() {
        final GatewayEnd end = new GatewayEnd(0, "A", TwoEnds.secret(1));
        out = new PassingWriter(this::toSeat);
        in = new PassingWriter(this::toGateway);
        engine = new EngineRunner(out, new GatewayEnd[]{end});
        intake = new OrderIntake(List.of(end), SimulatedGateway.SETTINGS, new EntryAppender(new PassingWriter(null)),
                out, nonce -> nonce[0]++, engine);
        seat = new SeatEnd(SeatSettings.of("A", TwoEnds.secret(1)), SESSION, in,
                nonce -> nonce[0]++, SeatListener.NONE, nowNs);
        seat.doWork(nowNs, true);
        pass();
        pass();
        assertEquals(SeatEnd.State.ESTABLISHED, seat.state());

        long least = Long.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            final long before = threads.getCurrentThreadAllocatedBytes();
            round();
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertEquals(0, least);
        assertEquals(0, seat.unanswered());
        assertTrue(end.nextReport() > ROUNDS * ORDERS, () -> "reports: " + end.nextReport());
    }

    private void round() {
        final SeatRequests requests = seat.requests();
        for (int i = 0; i < ORDERS; i++) {
            nowNs += 50_000;
            intake.pollBegins(nowNs, nowNs);
            engine.now(nowNs);
            assertEquals(0, requests.claimOrder(++id));
            requests.order().instrumentId(0).side(i % 2 == 0 ? OrderSide.BUY : OrderSide.SELL)
                    .duration(OrderDuration.DAY).quantity(1 + i % 3).price(100 + i % 5);
            requests.commitOrder(nowNs);
            requests.cancel(nowNs, id - 3);
            requests.replace(nowNs, id - 1, -id, 5, 99);
            requests.reduce(nowNs, -id, 1);
            if (i % 100 == 0) {
                requests.massCancel(nowNs);
                nowNs += 400_000_000;
            }
            pass();
            intake.pollEnds(100);
            intake.doWork();
            seat.doWork(nowNs, true);
        }
    }

    private void pass() {
        in.pass();
        out.pass();
    }

    private void toGateway(final MutableDirectBuffer buffer, final int length) {
        intake.onMessage(buffer, 0, length, SESSION, sequence++);
    }

    private void toSeat(final MutableDirectBuffer buffer, final int length) {
        seat.onMessage(nowNs, SESSION, buffer, 0, length);
    }

    private interface Receiver {
        void onMessage(MutableDirectBuffer buffer, int length);
    }

    /** Keeps messages until they are passed on. */
    private static final class PassingWriter implements MessageWriter {
        private static final int CAPACITY = 1 << 20;
        private static final int SLOT = 2_048;
        private final Session session = new Session("passing", SESSION, "test", 1, 0, "");
        private final Receiver receiver;
        private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CAPACITY]);
        private final UnsafeBuffer passed = new UnsafeBuffer(new byte[SLOT]);
        private final int[] lengths = new int[CAPACITY / SLOT];
        private int written;
        private int read;
        private int claimed;
        private long position;

        PassingWriter(final Receiver receiver) {
            this.receiver = receiver;
        }

        @Override
        public int claim(final int length) {
            claimed = length;
            return written % lengths.length * SLOT;
        }

        @Override
        public MutableDirectBuffer buffer() {
            return buffer;
        }

        @Override
        public long commit() {
            position += claimed + 31 & -32;
            lengths[written++ % lengths.length] = claimed;
            return written - 1;
        }

        @Override
        public void abort() {
            claimed = 0;
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public Session session() {
            return session;
        }

        void pass() {
            while (read < written) {
                final int at = read++ % lengths.length;
                passed.putBytes(0, buffer, at * SLOT, lengths[at]);
                receiver.onMessage(passed, lengths[at]);
            }
        }
    }
}
