package io.verbus.orders;

import io.verbus.orders.seat.SeatEnd;
import io.verbus.orders.seat.SeatListener;
import io.verbus.orders.seat.SeatSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * One run of a seat's process on simulated logs: reads orders.out as a subscription does; with a recovery, messages
 * that are overwritten too, from a journal.
 */
public final class SimulatedSeat {
    public final SimulatedLog log;
    public final SeatEnd end;
    /** Times that reports were read from a journal. */
    public int journals;
    private final List<SimulatedLog> outs;
    private final boolean isRecovering;
    private final Map<SimulatedLog, Integer> next = new HashMap<>();
    private int turn;
    private boolean isDrained;

    /** The sessions of orders.out may be added to the list later; it joins the present ones at their end. */
    public SimulatedSeat(final SeatSettings settings, final SimulatedLog log, final List<SimulatedLog> outs,
            final Random random, final SeatListener listener, final long nowNs) {
        this.log = log;
        this.outs = outs;
        isRecovering = settings.recovery() != null;
        outs.forEach(out -> next.put(out, out.isEnded() ? Integer.MAX_VALUE : out.size()));
        end = new SeatEnd(settings, log.session, log, random::nextBytes, listener, nowNs);
    }

    /** A poll of orders.out, then the work that is due. */
    public void step(final long nowNs, final int limit) {
        int count = 0;
        for (int i = 0; i < outs.size() && count < limit; i++) {
            turn = (turn + 1) % outs.size();
            final SimulatedLog out = outs.get(turn);
            if (next(out) < out.oldest() && !isRecovering) {
                next.put(out, out.oldest()); // lapped: the oldest message that is left
            }
            while (count < limit && next(out) < out.size() && take(nowNs, out)) {
                next.put(out, next(out) + 1);
                count++;
            }
        }
        if (end.isResuming()) {
            final boolean isFromJournal = end.isFromJournal();
            outs.forEach(out -> next.put(out, isFromJournal ? 0 : out.oldest()));
            journals += isFromJournal ? 1 : 0;
            end.resume();
            isDrained = false;
        } else {
            isDrained = count < limit;
        }
        end.doWork(nowNs, isDrained);
        for (final SimulatedLog out : outs) {
            if (out.isEnded() && next(out) == out.size()) {
                next.put(out, Integer.MAX_VALUE); // reported once
                end.sessionEnded(nowNs, out.session, "the gateway has ended");
            }
        }
    }

    /** Whether it has read all sessions. */
    public boolean isCaughtUp() {
        return outs.stream().allMatch(out -> next(out) >= out.size()) && !end.isResuming();
    }

    private boolean take(final long nowNs, final SimulatedLog out) {
        final int at = next(out);
        return end.onMessage(nowNs, out.session, out.buffer(at), 0, out.message(at).length);
    }

    private int next(final SimulatedLog out) {
        return next.computeIfAbsent(out, SimulatedLog::oldest);
    }
}
