package io.verbus.orders;

import io.verbus.codec.orders.DisconnectCause;
import io.verbus.orders.intake.EntryAppender;
import io.verbus.orders.intake.EntryReplay;
import io.verbus.orders.intake.GatewayEnd;
import io.verbus.orders.intake.IntakeSettings;
import io.verbus.orders.intake.OrderIntake;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * One run of a gateway on simulated logs. It repeats the entries that it finds, and publishes their reports again, in
 * its own session of orders.out.
 */
public final class SimulatedGateway {
    public static final IntakeSettings SETTINGS = new IntakeSettings(10, 10_000, 150);

    public final OrderIntake intake;
    public final EngineRunner engine;
    public final GatewayEnd[] seats;
    private final List<SimulatedLog> in;
    private final Map<SimulatedLog, Integer> next = new HashMap<>();
    /** By session, the sequence after the last entry. */
    private final Map<Long, Long> starts;
    private int turn;

    /** The logs of seats may be added to and removed from the list later. */
    public SimulatedGateway(final Map<String, SeatSecret> secrets, final List<SimulatedLog> in,
            final SimulatedLog entries, final SimulatedLog out, final Random random, final long nowNs) {
        this.in = in;
        final List<GatewayEnd> all = new ArrayList<>();
        secrets.forEach((name, secret) -> all.add(new GatewayEnd(all.size(), name, secret)));
        seats = all.toArray(new GatewayEnd[0]);
        engine = new EngineRunner(out, seats);
        engine.now(nowNs);
        final EntryAppender appender = new EntryAppender(entries);
        intake = new OrderIntake(all, SETTINGS, appender, out, random::nextBytes, engine);
        final EntryReplay replay = new EntryReplay(intake, appender, engine);
        final int written = entries.size();
        for (int i = 0; i < written; i++) {
            replay.repeat(entries.buffer(i), 0, entries.message(i).length);
        }
        replay.end(nowNs);
        starts = replay.nextSequences();
    }

    /** A step: a poll of all sessions with a limit for each and for all, then the work that is due. */
    public void step(final long nowNs, final int share, final int limit) {
        engine.now(nowNs);
        intake.pollBegins(nowNs, nowNs);
        final int sessions = in.size();
        int count = 0;
        int visited = 0;
        for (int i = 0; i < sessions && count < limit; i++) {
            turn = (turn + 1) % sessions;
            count += poll(in.get(turn), Math.min(share, limit - count));
            visited++;
        }
        for (final SimulatedLog log : List.copyOf(in)) {
            if (log.isEnded() && next(log) == log.size()) {
                intake.sessionEnded(log.session, DisconnectCause.SESSION_LOST);
                in.remove(log);
            }
        }
        intake.pollEnds(visited == sessions && count < limit ? share : 0);
        intake.doWork();
    }

    private int poll(final SimulatedLog log, final int share) {
        int count = 0;
        while (count < share && next(log) < log.size()) {
            final int at = next(log);
            if (log.isOverwritten(at)) {
                throw new AssertionError("unread message " + at + " of session " + log.session + " was overwritten");
            }
            if (!intake.onMessage(log.buffer(at), 0, log.message(at).length, log.session, at)) {
                break;
            }
            next.put(log, at + 1);
            count++;
        }
        return count;
    }

    private int next(final SimulatedLog log) {
        return next.computeIfAbsent(log, one -> Math.max(one.oldest(),
                starts.getOrDefault(one.session, 0L).intValue()));
    }
}
