package io.verbus.orders.seat;

import io.verbus.codec.orders.AcceptedReportDecoder;
import io.verbus.codec.orders.CancelledReportDecoder;
import io.verbus.codec.orders.ExecutedReportDecoder;
import io.verbus.codec.orders.MessageHeaderDecoder;
import io.verbus.codec.orders.NewOrderDecoder;
import io.verbus.codec.orders.OpenOrderDecoder;
import io.verbus.codec.orders.OpenOrdersEndDecoder;
import io.verbus.codec.orders.ReducedReportDecoder;
import io.verbus.codec.orders.RefusedReportDecoder;
import io.verbus.codec.orders.RejectedReportDecoder;
import io.verbus.codec.orders.ReplaceOrderDecoder;
import io.verbus.codec.orders.ReplacedReportDecoder;
import org.agrona.DirectBuffer;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongHashSet;

/**
 * The orders of a seat that are open, or sent and not yet answered, as its reports give them. Allocates nothing once
 * its tables have grown.
 */
final class SeatOrders {
    /** Open quantity of an order that is not open. */
    static final long NONE = Long.MIN_VALUE;

    private final Long2LongHashMap quantities = new Long2LongHashMap(NONE);
    private final LongHashSet pending = new LongHashSet();
    /** Only used by {@link #begin}. */
    private final Long2LongHashMap sentLater = new Long2LongHashMap(NONE);
    private final SendWindow window;
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final AcceptedReportDecoder accepted = new AcceptedReportDecoder();
    private final RejectedReportDecoder rejected = new RejectedReportDecoder();
    private final ReplacedReportDecoder replaced = new ReplacedReportDecoder();
    private final ReducedReportDecoder reduced = new ReducedReportDecoder();
    private final CancelledReportDecoder cancelled = new CancelledReportDecoder();
    private final ExecutedReportDecoder executed = new ExecutedReportDecoder();
    private final OpenOrderDecoder openOrder = new OpenOrderDecoder();
    private final OpenOrdersEndDecoder openOrdersEnd = new OpenOrdersEndDecoder();
    /** The request whose open orders arrive; 0 for none. */
    private long snapshot;

    SeatOrders(final SendWindow window) {
        this.window = window;
    }

    boolean isKnown(final long id) {
        return quantities.containsKey(id);
    }

    boolean isPending(final long id) {
        return pending.contains(id);
    }

    /** Open quantity, or that of a pending order as sent; {@link #NONE} if there is none. */
    long quantity(final long id) {
        return quantities.get(id);
    }

    int size() {
        return quantities.size();
    }

    void sent(final long id, final long quantity) {
        put(id, quantity);
        pending.add(id);
    }

    /** A message was not taken. */
    void notTaken(final int template, final long id) {
        if (template == NewOrderDecoder.TEMPLATE_ID || template == ReplaceOrderDecoder.TEMPLATE_ID) {
            removePending(id);
        }
    }

    /** Applies a report; others do not concern orders. */
    void apply(final int template, final long answers, final DirectBuffer buffer, final int offset) {
        switch (template) {
            case AcceptedReportDecoder.TEMPLATE_ID ->
                accept(accepted.wrapAndApplyHeader(buffer, offset, header).orderId());
            case RejectedReportDecoder.TEMPLATE_ID ->
                removePending(rejected.wrapAndApplyHeader(buffer, offset, header).orderId());
            case ReplacedReportDecoder.TEMPLATE_ID -> {
                replaced.wrapAndApplyHeader(buffer, offset, header);
                remove(replaced.orderId());
                open(replaced.newOrderId(), replaced.open());
            }
            case ReducedReportDecoder.TEMPLATE_ID -> {
                reduced.wrapAndApplyHeader(buffer, offset, header);
                open(reduced.orderId(), reduced.open());
            }
            case CancelledReportDecoder.TEMPLATE_ID ->
                remove(cancelled.wrapAndApplyHeader(buffer, offset, header).orderId());
            case ExecutedReportDecoder.TEMPLATE_ID -> {
                executed.wrapAndApplyHeader(buffer, offset, header);
                open(executed.orderId(), executed.open());
            }
            case RefusedReportDecoder.TEMPLATE_ID -> refusedReplacement(answers);
            case OpenOrderDecoder.TEMPLATE_ID -> {
                begin(answers);
                openOrder.wrapAndApplyHeader(buffer, offset, header);
                open(openOrder.orderId(), openOrder.open());
            }
            case OpenOrdersEndDecoder.TEMPLATE_ID -> {
                openOrdersEnd.wrapAndApplyHeader(buffer, offset, header);
                if (openOrdersEnd.orders() != OpenOrdersEndDecoder.ordersNullValue()) {
                    begin(answers); // without an open order this is the only answer
                }
                snapshot = 0;
            }
            default -> {
                // A mass cancel has a report for each order.
            }
        }
    }

    private void accept(final long id) {
        if (!quantities.containsKey(id)) {
            put(id, Long.MAX_VALUE); // sent by an earlier run of the trader; a later report gives the quantity
        }
        pending.remove(id);
    }

    private void open(final long id, final long open) {
        pending.remove(id);
        if (open == 0) {
            quantities.remove(id);
        } else {
            put(id, open);
        }
    }

    private void remove(final long id) {
        pending.remove(id);
        quantities.remove(id);
    }

    private void removePending(final long id) {
        if (pending.remove(id)) {
            quantities.remove(id);
        }
    }

    private void refusedReplacement(final long answers) {
        if (window.has(answers) && window.template(answers) == ReplaceOrderDecoder.TEMPLATE_ID) {
            removePending(window.orderId(answers));
        }
    }

    /** The first report that answers a request for open orders: only orders that were sent later stay pending. */
    private void begin(final long answers) {
        if (snapshot == answers) {
            return;
        }
        snapshot = answers;
        sentLater.clear();
        for (long number = Math.max(answers + 1, window.oldest()); number < window.next(); number++) {
            if (isOrder(number)) {
                final long id = window.orderId(number);
                sentLater.put(id, isKnown(id) ? quantity(id) : Long.MAX_VALUE);
            }
        }
        quantities.clear();
        pending.clear();
        for (long number = Math.max(answers + 1, window.oldest()); number < window.next(); number++) {
            if (isOrder(number)) {
                sent(window.orderId(number), sentLater.get(window.orderId(number)));
            }
        }
    }

    private boolean isOrder(final long number) {
        final int template = window.has(number) ? window.template(number) : 0;
        return template == NewOrderDecoder.TEMPLATE_ID || template == ReplaceOrderDecoder.TEMPLATE_ID;
    }

    private void put(final long id, final long quantity) {
        quantities.put(id, quantity == NONE ? NONE + 1 : quantity);
    }
}
