package io.verbus.orders.gateway;

import io.verbus.matching.Engine;
import java.util.ArrayDeque;
import java.util.Deque;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * Answers to {@code OpenOrdersRequest}, in portions: the first one follows from the entry of the request, each further
 * one from a {@code Time} entry, of the seats in turns. So no entry causes more reports than a portion, and a next
 * gateway repeats the same ones. Allocates for the first answer of a seat only.
 */
final class OpenOrderAnswers {
    /**
     * Between two requests that are taken, and between two portions: 320,000 reports a second of 64 each, which readers
     * of orders.out keep up with.
     */
    private static final long PACE_NS = 200_000;

    /** The answer to a seat. */
    private static final class Answer {
        private final int seat;
        private long request;
        private long listed;
        private boolean isUnderWay;

        private Answer(final int seat) {
            this.seat = seat;
        }
    }

    private final Engine engine;
    private final SeatReports reports;
    private final int portion;
    private final Int2ObjectHashMap<Answer> bySeat = new Int2ObjectHashMap<>();
    private final Deque<Answer> underWay = new ArrayDeque<>();
    private long nextRequestNs = Long.MIN_VALUE;
    private long nextPortionNs = Long.MIN_VALUE;

    /** Portions of at most so many orders. */
    OpenOrderAnswers(final Engine engine, final SeatReports reports, final int portion) {
        this.engine = engine;
        this.reports = reports;
        this.portion = portion;
    }

    /** Whether a request of a seat may be taken now: it has one answer at a time, and message rate. */
    boolean admits(final int seat, final long timeNs) {
        final Answer answer = bySeat.get(seat);
        return reports.nowNs() >= nextRequestNs && (answer == null || !answer.isUnderWay)
                && engine.hasRate(timeNs, seat);
    }

    /** The entry of a request, whose reports have begun. */
    void begin(final long timeNs, final int seat, final long request) {
        nextRequestNs = reports.nowNs() + PACE_NS;
        engine.requestOrders(timeNs, seat);
        Answer answer = bySeat.get(seat);
        if (answer == null) {
            answer = new Answer(seat);
            bySeat.put(seat, answer);
        }
        answer.request = request;
        answer.listed = 0;
        if (answer.isUnderWay) { // by the entries of another build
            underWay.remove(answer);
        }
        list(answer);
    }

    boolean isUnderWay() {
        return !underWay.isEmpty();
    }

    /** Whether an answer is under way, and its next portion due. */
    boolean isDue() {
        return !underWay.isEmpty() && reports.nowNs() >= nextPortionNs;
    }

    /** A {@code Time} entry. */
    void next(final long event) {
        if (!underWay.isEmpty()) {
            nextPortionNs = reports.nowNs() + PACE_NS;
            final Answer answer = underWay.removeFirst();
            reports.begin(event, answer.seat, answer.request);
            list(answer);
        }
    }

    private void list(final Answer answer) {
        final long before = reports.count();
        final boolean hasMore = engine.listOrders(answer.seat, portion, reports);
        answer.listed += reports.count() - before;
        answer.isUnderWay = hasMore;
        if (hasMore) {
            underWay.addLast(answer);
        } else {
            reports.openOrdersEnd(answer.listed);
        }
    }
}
