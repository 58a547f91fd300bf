package io.verbus.orders.history;

import io.verbus.codec.orders.AcceptedReportDecoder;
import io.verbus.codec.orders.ExecutedReportDecoder;
import io.verbus.codec.orders.Liquidity;
import io.verbus.codec.orders.MessageHeaderDecoder;
import io.verbus.codec.orders.NotAppliedDecoder;
import io.verbus.orders.MessageHead;
import io.verbus.orders.MessageLengths;
import io.verbus.orders.SimulatedLog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Checks the messages of all gateways: reports have no gap, and are the same in each session. */
final class ReportLedger {
    private final List<SimulatedLog> outs;
    private final int seats;
    private final Map<SimulatedLog, Integer> checked = new HashMap<>();
    private final Map<SimulatedLog, long[]> next = new HashMap<>();
    private final List<List<byte[]>> reports = new ArrayList<>();
    /** Trades of which one side was reported, by session. */
    private final Map<String, String> open = new HashMap<>();
    private final Set<String> refused = new HashSet<>();
    /** Event numbers of requests that have an answer. */
    private final Set<Long> answered = new HashSet<>();
    private final MessageHead head = new MessageHead();
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final ExecutedReportDecoder executed = new ExecutedReportDecoder();
    private final AcceptedReportDecoder report = new AcceptedReportDecoder();
    private final NotAppliedDecoder notApplied = new NotAppliedDecoder();
    long trades;

    ReportLedger(final List<SimulatedLog> outs, final int seats) {
        this.outs = outs;
        this.seats = seats;
        for (int i = 0; i < seats; i++) {
            reports.add(new ArrayList<>());
        }
    }

    void check() {
        for (final SimulatedLog out : outs) {
            int at = checked.getOrDefault(out, 0);
            while (at < out.size()) {
                message(out, at++);
            }
            checked.put(out, at);
            if (out.isKilled()) {
                open.keySet().removeIf(trade -> trade.startsWith(out.session + "/"));
            }
        }
        EntryLedger.require(open.isEmpty(), "one side of trades only: " + open);
    }

    private void message(final SimulatedLog out, final int at) {
        final UnsafeBuffer buffer = out.buffer(at);
        EntryLedger.require(head.wrap(buffer, 0, buffer.capacity()), "message " + at + " is malformed");
        if (head.template() == NotAppliedDecoder.TEMPLATE_ID) {
            notApplied.wrapAndApplyHeader(buffer, 0, header);
            refused.add(EntryLedger.origin(notApplied.session(), notApplied.sequence()));
        }
        if (!MessageLengths.isReport(head.template())) {
            return;
        }
        final long[] numbers = next.computeIfAbsent(out, session -> {
            final long[] first = new long[seats];
            Arrays.fill(first, 1);
            return first;
        });
        final int seat = head.seat();
        EntryLedger.require(head.number() == numbers[seat]++, "report " + head.number() + " of seat " + seat
                + " in session " + out.session + ", expected " + (numbers[seat] - 1));
        // All reports have these two fields in the same places.
        report.wrap(buffer, MessageHeaderDecoder.ENCODED_LENGTH, AcceptedReportDecoder.BLOCK_LENGTH, 0);
        if (report.answers() > 0) {
            answered.add(report.eventNumber());
        }
        final List<byte[]> all = reports.get(seat);
        if (head.number() > all.size()) {
            all.add(out.message(at));
        } else {
            EntryLedger.require(Arrays.equals(all.get((int) head.number() - 1), out.message(at)),
                    "report " + head.number() + " differs between two gateways");
        }
        if (head.template() == ExecutedReportDecoder.TEMPLATE_ID) {
            executed(out, buffer);
        }
    }

    private void executed(final SimulatedLog out, final UnsafeBuffer buffer) {
        executed.wrapAndApplyHeader(buffer, 0, header);
        final String trade = out.session + "/" + executed.trade();
        final String terms = executed.quantity() + " @ " + executed.price();
        if (executed.liquidity() == Liquidity.MAKER) {
            EntryLedger.require(open.put(trade, terms) == null, "trade " + trade + " has two makers");
        } else {
            EntryLedger.require(terms.equals(open.remove(trade)), "trade " + trade + " has different sides");
            trades++;
        }
    }

    /** Whether a gateway has sent exactly this report to a seat. */
    boolean isGenuine(final int seat, final DirectBuffer buffer, final int offset, final int length) {
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        final long number = new UnsafeBuffer(bytes).getLong(MessageHeaderDecoder.ENCODED_LENGTH);
        return number <= reports.get(seat).size() && Arrays.equals(bytes, reports.get(seat).get((int) number - 1));
    }

    boolean isAnswered(final long event) {
        return answered.contains(event);
    }

    boolean isRefused(final long session, final long sequence) {
        return refused.contains(EntryLedger.origin(session, sequence));
    }

    int refusals() {
        return refused.size();
    }
}
