package io.verbus.orders;

import io.verbus.codec.orders.AcceptedReportDecoder;
import io.verbus.codec.orders.NotAppliedCode;
import io.verbus.codec.orders.OpenOrdersEndDecoder;
import io.verbus.orders.seat.SeatEndCause;
import io.verbus.orders.seat.SeatListener;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;

/** Records the events of a seat as lines. */
public class RecordedSeatEvents implements SeatListener {
    public final List<String> events = new ArrayList<>();
    public final List<Long> reports = new ArrayList<>();
    public final List<Long> notTaken = new ArrayList<>();
    /** Number of the next report to be delivered. */
    public long nextReport = 1;
    public boolean isEnded;
    public boolean wasTerminated;
    /** Whether every report from the first one, or else all open orders, were received. */
    public boolean isComplete = true;
    private final MessageHead head = new MessageHead();

    @Override
    public void onEstablished(final int seat, final long next) {
        events.add("established " + seat + " next " + next);
    }

    @Override
    public void onReport(final int template, final long answers, final DirectBuffer buffer, final int offset,
            final int length) {
        head.wrap(buffer, offset, length);
        if (head.number() != nextReport++) {
            throw new AssertionError("report " + head.number() + " is delivered, expected " + (nextReport - 1));
        }
        reports.add(head.number());
        isComplete |= template == OpenOrdersEndDecoder.TEMPLATE_ID;
        events.add((template == AcceptedReportDecoder.TEMPLATE_ID ? "accepted" : "report") + " answers " + answers);
    }

    @Override
    public void onNotTaken(final long number, final int template, final long orderId) {
        notTaken.add(number);
        events.add("not taken " + number + " order " + orderId);
    }

    @Override
    public void onReportsMissing(final long first, final long last) {
        isComplete = false;
        nextReport = last + 1;
        events.add("missing " + first + " to " + last);
    }

    @Override
    public void onInterrupted(final String cause) {
        events.add("interrupted");
    }

    @Override
    public void onNotApplied(final long number, final NotAppliedCode code) {
        events.add("not applied " + number + " " + code);
    }

    @Override
    public void onEnded(final SeatEndCause cause, final String description) {
        isEnded = true;
        wasTerminated = description.startsWith("the gateway has disconnected");
        events.add("ended " + cause);
    }

    /** The last events. */
    public List<String> last(final int count) {
        return List.copyOf(events.subList(Math.max(0, events.size() - count), events.size()));
    }

    /** The events since the last call. */
    public List<String> take() {
        final List<String> all = List.copyOf(events);
        events.clear();
        return all;
    }
}
