package io.verbus.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.codec.orders.OrderSide;
import io.verbus.orders.intake.EntryAppender;
import io.verbus.orders.intake.EntryReplay;
import io.verbus.orders.intake.GatewayEnd;
import io.verbus.orders.intake.OrderIntake;
import io.verbus.orders.seat.SeatEnd;
import io.verbus.orders.seat.SeatListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Damaged messages at each reader: no exception but the documented one, and no harm to others. */
class HostileBytesTest {
    private static final int MESSAGES = 20_000;

    private final TwoEnds market = new TwoEnds();
    private final Random random = new Random(11);
    private final SimulatedSeat seat = market.establish("A", new RecordedSeatEvents());

    @Test
    void gatewayAcceptsArbitraryBytesOfOthers() {
        final List<byte[]> samples = samples(seat.log);
        final SimulatedLog other = market.newLog();
        for (int i = 0; i < MESSAGES; i++) {
            other.add(damaged(samples));
            market.run(1, seat); // takes one message of a session without a seat
        }
        market.run(500, seat);

        assertEquals(SeatEnd.State.ESTABLISHED, seat.end.state());
        assertTrue(market.gateway.intake.sessions() <= 2);
        final long next = market.gateway.seats[0].nextNumber();
        assertEquals(next, market.enter(seat, 7_777, OrderSide.BUY, 1, 100));
        market.run(5, seat);
        assertEquals(next + 1, market.gateway.seats[0].nextNumber());
    }

    @Test
    void seatAcceptsArbitraryBytesOfAGateway() {
        for (int round = 0; round < 20; round++) {
            final TwoEnds fresh = new TwoEnds();
            final SimulatedSeat one = fresh.start(fresh.settings("A"), new RecordedSeatEvents());
            fresh.run(10, one);
            fresh.enter(one, 1, OrderSide.BUY, 5, 100);
            fresh.run(5, one);
            final List<byte[]> samples = samples(fresh.outs.getFirst());
            final SeatEnd end = new SeatEnd(fresh.settings("A"), one.log.session, new SimulatedLog(1, 1 << 30),
                    random::nextBytes, SeatListener.NONE, fresh.nowNs);
            for (int i = 0; i < MESSAGES / 20; i++) {
                final byte[] message = damaged(samples);
                end.onMessage(fresh.nowNs, fresh.outs.getFirst().session, new UnsafeBuffer(message), 0, message.length);
                one.end.onMessage(fresh.nowNs, fresh.outs.getFirst().session, new UnsafeBuffer(message), 0,
                        message.length);
                fresh.nowNs += TwoEnds.MS;
                end.doWork(fresh.nowNs, random.nextBoolean());
                one.end.doWork(fresh.nowNs, random.nextBoolean());
                one.end.resume();
            }
            assertTrue(one.end.nextReport() >= 1 && one.end.nextNumber() >= 1);
        }
    }

    @Test
    void replayOfDamagedEntriesEndsWithTheDocumentedException() {
        for (int i = 1; i <= 5; i++) {
            market.enter(seat, i, OrderSide.BUY, 5, 100);
            market.run(2, seat);
        }
        final List<byte[]> samples = samples(market.entries);
        int refused = 0;
        for (int round = 0; round < 2_000; round++) {
            final GatewayEnd[] seats = {new GatewayEnd(0, "A", TwoEnds.secret(1))};
            final SimulatedLog out = new SimulatedLog(2, Integer.MAX_VALUE);
            final EngineRunner engine = new EngineRunner(out, seats);
            final EntryAppender next = new EntryAppender(new SimulatedLog(3, Integer.MAX_VALUE));
            final EntryReplay replay = new EntryReplay(new OrderIntake(List.of(seats), SimulatedGateway.SETTINGS, next,
                    out, random::nextBytes, engine), next, engine);
            final int damagedAt = random.nextInt(samples.size());
            try {
                for (int i = 0; i < samples.size(); i++) {
                    final byte[] entry = i == damagedAt ? flipped(samples.get(i)) : samples.get(i);
                    replay.repeat(new UnsafeBuffer(entry), 0, entry.length);
                }
            } catch (final BusException e) {
                refused++;
            }
        }
        assertTrue(refused > 100, "refused: " + refused);
    }

    private static List<byte[]> samples(final SimulatedLog log) {
        final List<byte[]> all = new ArrayList<>();
        for (int i = 0; i < log.size(); i++) {
            all.add(log.message(i));
        }
        return all;
    }

    private byte[] damaged(final List<byte[]> samples) {
        final byte[] message = flipped(samples.get(random.nextInt(samples.size())));
        if (random.nextInt(4) == 0) {
            final byte[] shorter = new byte[random.nextInt(message.length + 1)];
            System.arraycopy(message, 0, shorter, 0, shorter.length);
            return shorter;
        }
        return message;
    }

    private byte[] flipped(final byte[] sample) {
        final byte[] message = sample.clone();
        final int flips = 1 + random.nextInt(3);
        for (int i = 0; i < flips; i++) {
            final int at = random.nextInt(3) == 0 ? random.nextInt(8) : random.nextInt(message.length);
            message[at] = random.nextBoolean() ? (byte) random.nextInt() : (byte) (message[at] ^ 1);
        }
        return message;
    }
}
