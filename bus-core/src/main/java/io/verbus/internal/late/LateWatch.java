package io.verbus.internal.late;

import io.verbus.internal.duty.Duty;
import io.verbus.internal.duty.DutyCyclePace;
import io.verbus.internal.jfr.FlightEvents;
import io.verbus.internal.jfr.LateMessagesEvent;
import io.verbus.internal.monitor.LateCounters;
import io.verbus.monitor.LateCause;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.agrona.concurrent.NanoClock;

/**
 * Counts the late messages of a subscription by cause. In each duty cycle it notes what could have delayed a message
 * since the last one; a late message is attributed when all of that is known. By the conductor.
 */
public final class LateWatch implements Duty {
    /** The collector's reports come from another thread of the JVM, after the collection. */
    static final long SETTLING_NS = TimeUnit.MILLISECONDS.toNanos(500);
    /** The conductor repeats a cycle after its start, to have it compiled. */
    private static final long SHORTEST_NS = 1_000_000;
    /** A stall of less than this part of a duty cycle, and of a late message's time, is not noted. */
    private static final int LEAST_PART = 8;
    private static final LateCause[] CAUSES = LateCause.values();

    private final Timed timed;
    private final LateMessages messages;
    private final Source source;
    private final StallHistory history = new StallHistory();
    private final Attribution attribution;
    private final JvmPauses pauses;
    private final CoreTimes cores;
    private final LateRecord record = new LateRecord();
    private final long[] counts = new long[CAUSES.length];
    private final long[] longestNs = new long[CAUSES.length];
    private LateCause last = LateCause.UNKNOWN;
    private long attributed;
    private long lastNs;
    private long lastIdlePolls;
    private boolean started;

    /**
     * The subscription that is watched.
     *
     * @param stream of the subscription
     * @param name of the subscription
     * @param thresholdNs time from which on a message is late
     * @param counters of the subscription
     * @param thread that polls it
     * @param idlePolls number of its polls that found no message
     * @param clock monotonic
     * @param dutyCycleNs longest rest of the conductor
     */
    public record Timed(String stream, String name, long thresholdNs, LateCounters counters, PollingThread thread,
            LongSupplier idlePolls, NanoClock clock, long dutyCycleNs) {}

    /** The sessions of the subscription, which know stalls too. */
    @FunctionalInterface
    public interface Source {
        /**
         * Reports the stalls in a time that the conductor has not overslept.
         *
         * @param watch to report to
         * @param fromNs begin on the monotonic clock
         * @param toNs end
         */
        void observe(LateWatch watch, long fromNs, long toNs);
    }

    /**
     * Starts without late messages.
     *
     * @param timed of the watch
     * @param messages of the polling thread
     * @param pauses of this JVM
     * @param source reports the stalls of sessions
     */
    public LateWatch(final Timed timed, final LateMessages messages, final JvmPauses pauses, final Source source) {
        this.timed = timed;
        this.messages = messages;
        this.source = source;
        this.pauses = pauses;
        this.attribution = new Attribution(history, pauses);
        this.cores = new CoreTimes(timed.thread(), timed.clock(), timed.dutyCycleNs());
    }

    @Override
    public int doWork(final long nowNs) {
        if (!started) {
            started = true;
            lastNs = nowNs;
        } else if (nowNs - lastNs >= SHORTEST_NS) {
            sample(nowNs);
            lastNs = nowNs;
            attribute(nowNs - SETTLING_NS);
            show();
        }
        return 0;
    }

    private void sample(final long nowNs) {
        final long idlePolls = timed.idlePolls().getAsLong();
        if (idlePolls == lastIdlePolls) {
            history.add(LateCause.READER, StallHistory.ALL, lastNs, nowNs);
        }
        lastIdlePolls = idlePolls;
        noteCores();
        source.observe(this, lastNs, nowNs);
    }

    /** The kernel adds a time without a core when it is over, so it may have begun before the last sample. */
    private void noteCores() {
        final long notRunningNs = cores.notRunningNs();
        final long toNs = cores.toNs();
        if (notRunningNs >= Math.min(toNs - cores.fromNs(), timed.thresholdNs()) / LEAST_PART) {
            history.add(LateCause.NOT_RUNNING, StallHistory.ALL, Math.min(cores.fromNs(), toNs - notRunningNs), toNs,
                    notRunningNs);
        }
    }

    /** {@return whether the conductor rested for longer than it should, so that it may see old values} */
    public boolean isOverslept(final long windowNs) {
        return windowNs > 2 * timed.dutyCycleNs();
    }

    /** {@return the stalls so far, to add others} */
    public StallHistory history() {
        return history;
    }

    /**
     * Reports a delivered message of which the claim was refused before. It is late if it has waited for long: its own
     * timestamp is that of the commit.
     *
     * @param session of the message
     * @param fromNs first refusal
     * @param toNs last one
     */
    public void claimWaited(final long session, final long fromNs, final long toNs) {
        history.add(LateCause.FULL_LOG, session, fromNs, toNs);
        if (toNs - fromNs >= timed.thresholdNs()) {
            count(LateCause.FULL_LOG, 1, toNs - fromNs);
        }
    }

    private void attribute(final long untilNs) {
        if (!messages.isEmpty()) {
            pauses.readLast();
        }
        while (!messages.isEmpty()) {
            messages.peek(record);
            if (record.hold != null) {
                history.add(record.hold, record.session, record.publishedNs, record.receivedNs);
            } else if (record.receivedNs - untilNs > 0) {
                return;
            } else {
                last = attribution.cause(record);
                count(last, record.count - attributed, record.flightNs());
                attributed = record.count;
            }
            messages.remove();
        }
        countRest();
    }

    /** The last ones got no record: they came with the one before. */
    private void countRest() {
        final long rest = messages.late() - attributed;
        if (rest > 0 && messages.isEmpty()) {
            count(last, rest, 0);
            attributed += rest;
        }
    }

    private void count(final LateCause cause, final long number, final long longest) {
        counts[cause.ordinal()] += number;
        longestNs[cause.ordinal()] = Math.max(longestNs[cause.ordinal()], longest);
    }

    private void show() {
        timed.counters().worst(messages.worstNs());
        for (final LateCause cause : CAUSES) {
            final long count = counts[cause.ordinal()];
            if (count > 0) {
                final long longest = longestNs[cause.ordinal()];
                timed.counters().add(cause, count);
                timed.counters().worst(longest);
                FlightEvents.commit(
                        () -> new LateMessagesEvent(timed.stream(), timed.name(), cause.word(), count, longest));
            }
        }
        Arrays.fill(counts, 0);
        Arrays.fill(longestNs, 0);
    }

    /** A rest of several duty cycles would hide a stop of the process of that length. */
    @Override
    public DutyCyclePace pace() {
        return DutyCyclePace.USUAL;
    }

    /** Closes the times of the threads. */
    public void close() {
        cores.close();
    }
}
