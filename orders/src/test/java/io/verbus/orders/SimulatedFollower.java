package io.verbus.orders;

import io.verbus.orders.intake.EntryAppender;
import io.verbus.orders.intake.EntryReplay;
import io.verbus.orders.intake.GatewayEnd;
import io.verbus.orders.intake.OrderIntake;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A process that repeats the entries while a gateway writes them, and publishes the same reports in its session. */
public final class SimulatedFollower {
    public final SimulatedLog out;
    private final SimulatedLog entries;
    private final EntryReplay replay;
    private int next;

    public SimulatedFollower(final Map<String, SeatSecret> secrets, final SimulatedLog entries, final SimulatedLog out,
            final Random random) {
        this.entries = entries;
        this.out = out;
        final List<GatewayEnd> seats = new ArrayList<>();
        secrets.forEach((name, secret) -> seats.add(new GatewayEnd(seats.size(), name, secret)));
        final EngineRunner engine = new EngineRunner(out, seats.toArray(new GatewayEnd[0]));
        final EntryAppender unused = new EntryAppender(new SimulatedLog(0, Integer.MAX_VALUE));
        replay = new EntryReplay(new OrderIntake(seats, SimulatedGateway.SETTINGS, unused, out, random::nextBytes,
                engine), unused, engine);
    }

    /** Repeats at most some entries. */
    public void step(final int limit) {
        for (int i = 0; i < limit && next < entries.size(); i++) {
            replay.repeat(entries.buffer(next), 0, entries.message(next).length);
            next++;
        }
    }
}
