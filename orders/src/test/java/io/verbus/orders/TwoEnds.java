package io.verbus.orders;

import io.verbus.codec.orders.NotAppliedCode;
import io.verbus.codec.orders.OrderSide;
import io.verbus.orders.seat.SeatRequests;
import io.verbus.orders.seat.SeatSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** A gateway and seats A and B on simulated logs, under virtual time. */
public final class TwoEnds {
    public static final int CAPACITY = 64 << 10;
    public static final long MS = 1_000_000;

    public final Map<String, SeatSecret> secrets = new TreeMap<>(Map.of("A", secret(1), "B", secret(2)));
    public final List<SimulatedLog> in = new ArrayList<>();
    public final List<SimulatedLog> outs = new ArrayList<>();
    public final SimulatedLog entries;
    private final byte old;
    private final Random random = new Random(5);
    public SimulatedGateway gateway;
    public long nowNs = 1_000 * MS;
    private long nextSession = 100;

    public TwoEnds() {
        this((byte) 0x5A);
    }

    /** Claims contain the byte. */
    public TwoEnds(final byte old) {
        this.old = old;
        entries = new SimulatedLog(99, Integer.MAX_VALUE, old);
        startGateway();
    }

    public static SeatSecret secret(final int fill) {
        final byte[] bytes = new byte[32];
        Arrays.fill(bytes, (byte) fill);
        return SeatSecret.of(bytes);
    }

    public SeatSettings settings(final String name) {
        return SeatSettings.of(name, secrets.getOrDefault(name, secret(9))).withCapacity(CAPACITY)
                .withKeepAlive(Duration.ofMillis(100)).withTimeout(Duration.ofSeconds(2));
    }

    public void startGateway() {
        startGateway(Integer.MAX_VALUE);
    }

    /** Its log of orders.out has so many bytes. */
    public void startGateway(final int outCapacity) {
        final SimulatedLog out = new SimulatedLog(nextSession++, outCapacity, old);
        outs.add(out);
        gateway = new SimulatedGateway(secrets, in, entries, out, random, nowNs);
    }

    /** The entries of the gateway before it are lost. */
    public void startGatewayWithoutEntries() {
        final SimulatedLog out = new SimulatedLog(nextSession++, Integer.MAX_VALUE, old);
        outs.add(out);
        gateway = new SimulatedGateway(secrets, in, new SimulatedLog(98, Integer.MAX_VALUE, old), out, random, nowNs);
        gateway.intake.rejectEarlierSessions();
    }

    /** Its session of orders.out ends with it. */
    public void killGateway() {
        outs.getLast().end();
        gateway = null;
    }

    public SimulatedLog newLog() {
        final SimulatedLog log = new SimulatedLog(nextSession++, CAPACITY, old);
        in.add(log);
        return log;
    }

    public SimulatedSeat start(final SeatSettings settings, final RecordedSeatEvents events) {
        return new SimulatedSeat(settings, newLog(), outs, random, events, nowNs);
    }

    /** Starts a seat and establishes it. */
    public SimulatedSeat establish(final String name, final RecordedSeatEvents events) {
        final SimulatedSeat seat = start(settings(name), events);
        run(20, seat);
        return seat;
    }

    /** Steps of a millisecond of the gateway and some seats. */
    public void run(final int steps, final SimulatedSeat... seats) {
        for (int i = 0; i < steps; i++) {
            nowNs += MS;
            for (final SimulatedSeat seat : seats) {
                seat.step(nowNs, 100);
            }
            if (gateway != null) {
                gateway.step(nowNs, 10, 100);
            }
        }
    }

    public long enter(final SimulatedSeat seat, final long id, final OrderSide side, final long quantity,
            final long price) {
        final SeatRequests requests = seat.end.requests();
        final int result = requests.claimOrder(id);
        if (result < 0) {
            return result;
        }
        requests.order().instrumentId(0).side(side).quantity(quantity).price(price);
        return requests.commitOrder(nowNs);
    }

    public long refused(final int seat, final NotAppliedCode code) {
        return gateway.seats[seat].refused(code);
    }

    /** Template ids of the entries. */
    public List<Integer> entryTypes() {
        final List<Integer> types = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            types.add((int) entries.buffer(i).getShort(2));
        }
        return types;
    }
}
