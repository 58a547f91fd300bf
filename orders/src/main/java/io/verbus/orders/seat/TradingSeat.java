package io.verbus.orders.seat;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Publication;
import io.verbus.codec.orders.ExecutedReportDecoder;
import io.verbus.codec.orders.MessageHeaderDecoder;
import io.verbus.codec.orders.NotAppliedCode;
import io.verbus.codec.orders.OrderDuration;
import io.verbus.codec.orders.OrderSide;
import io.verbus.codec.orders.PriceType;
import io.verbus.codec.orders.RefusedReportDecoder;
import io.verbus.codec.orders.RejectedReportDecoder;
import io.verbus.codec.orders.YesNo;
import io.verbus.matching.Terms;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;

/**
 * A seat of a trader: measures round trips, counts reports, and fails if the seat ends. Requests never wait: they
 * return the number of the message, or a code of {@link LocalRefusal}, which is negative. Quantities are in units of
 * the instrument, prices in millionths. For one thread, which polls at least in each third of the keep-alive interval;
 * requests allocate nothing.
 *
 * <pre>{@code
 * try (TradingSeat seat = new TradingSeat(bus, SeatSettings.of("ALICE", secret), System.err::println)) {
 *     seat.onReport(new ReportDecoder(listener));
 *     while (!seat.isEstablished()) {
 *         idle.idle(seat.poll());
 *     }
 *     long number = seat.enter(id, instrument, Terms.BUY | Terms.DAY, 100, 10_000_000); // 100 at 10.00
 *     while (running) {
 *         idle.idle(seat.poll()); // calls the listener
 *     }
 * }
 * }</pre>
 */
public final class TradingSeat implements SeatListener, AutoCloseable {
    private static final long UNSIGNED_INT = 0xFFFF_FFFFL;

    private final Bus bus;
    private final NanoClock clock;
    private final SeatSettings settings;
    private final Consumer<String> notices;
    private final RoundTrips roundTrips = new RoundTrips();
    private ReportHandler handler = (template, buffer, offset) -> {};
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final ExecutedReportDecoder executed = new ExecutedReportDecoder();
    private ExecutionHandler executions = (id, quantity) -> {};
    private Seat seat;
    private String ended;
    private boolean isClosing;
    private long requests;
    private long reports;
    private long refused;
    private long executedQuantity;
    private long notTaken;
    private long missing;

    /** Receives the executions of the seat's orders. */
    @FunctionalInterface
    public interface ExecutionHandler {
        /**
         * An order was executed, in whole or in part.
         *
         * @param id of the order
         * @param quantity executed
         */
        void executed(long id, long quantity);
    }

    /** Receives the reports of the seat. */
    @FunctionalInterface
    public interface ReportHandler {
        /**
         * A report of any template.
         *
         * @param template of schema orders
         * @param buffer contains the report, until this returns
         * @param offset of its header
         */
        void onReport(int template, DirectBuffer buffer, int offset);
    }

    /**
     * Begins to establish the seat.
     *
     * @param bus that stays the caller's to close
     * @param settings of the seat
     * @param notices receives a message when the connection is interrupted, and about messages that are lost
     */
    public TradingSeat(final Bus bus, final SeatSettings settings, final Consumer<String> notices) {
        this.bus = bus;
        this.settings = settings;
        this.notices = notices;
        clock = bus.settings().clocks().monotonic();
        seat = Seat.establish(bus, settings, this);
    }

    /**
     * Delivers reports and sends heartbeats.
     *
     * @return the number of messages read
     * @throws BusException if the seat has ended
     */
    public int poll() {
        final int count = seat.poll();
        if (ended != null && !isClosing) {
            throw new BusException("seat " + settings.name() + " of market " + settings.market() + " has ended: "
                    + ended);
        }
        return count;
    }

    /**
     * Sets the receiver of executions.
     *
     * @param newHandler for the following reports
     */
    public void onExecution(final ExecutionHandler newHandler) {
        executions = newHandler;
    }

    /**
     * Sets the receiver of all reports; after the one of executions.
     *
     * @param newHandler for the following reports
     */
    public void onReport(final ReportHandler newHandler) {
        handler = newHandler;
    }

    /**
     * Sets the receiver of the times from a request to the first report that answers it, in nanoseconds.
     *
     * @param times is called for each answered request
     */
    public void onRoundTrip(final LongConsumer times) {
        roundTrips.to(times);
    }

    /** {@return whether it is established, and knows its orders of before: requests about those are not refused} */
    public boolean isEstablished() {
        return seat.isCaughtUp();
    }

    /** {@return whether each request is known to be taken, and the reports of before are read} */
    public boolean isAnswered() {
        return seat.unanswered() == 0 && seat.isCaughtUp();
    }

    /**
     * Whether a request was refused only for now: poll, and repeat it.
     *
     * @param result of the request
     * @return true if it was
     */
    public static boolean isForNow(final long result) {
        return result == LocalRefusal.WINDOW_FULL || result == LocalRefusal.NOT_ESTABLISHED
                || result == Publication.BACK_PRESSURED;
    }

    /**
     * Enters an order.
     *
     * @param id chosen by the seat, above 0, never used before
     * @param instrument number
     * @param terms side, duration and kind, of {@link Terms}
     * @param quantity above 0
     * @param price in millionths; ignored for a market order
     * @return number of the message, or a code of {@link LocalRefusal}
     */
    public long enter(final long id, final int instrument, final int terms, final long quantity, final long price) {
        final long beginNs = clock.nanoTime();
        final int refusal = seat.claimOrder(id);
        if (refusal < 0) {
            return refusal;
        }
        seat.order().instrumentId(instrument & UNSIGNED_INT)
                .side((terms & Terms.SELL) == 0 ? OrderSide.BUY : OrderSide.SELL).duration(duration(terms))
                .quantity(quantity).price(price)
                .priceType((terms & Terms.MARKET) == 0 ? PriceType.LIMIT : PriceType.MARKET)
                .postOnly((terms & Terms.POST_ONLY) == 0 ? YesNo.NO : YesNo.YES);
        return sent(seat.commitOrder(), beginNs);
    }

    /**
     * Replaces an order.
     *
     * @param id of the order
     * @param newId of the order that replaces it
     * @param quantity of the new one, executed shares included
     * @param price in millionths
     * @return number of the message, or a code of {@link LocalRefusal}
     */
    public long replace(final long id, final long newId, final long quantity, final long price) {
        final long beginNs = clock.nanoTime();
        return sent(seat.replace(id, newId, quantity, price), beginNs);
    }

    /**
     * Reduces an order.
     *
     * @param id of the order
     * @param left open quantity that is left
     * @return number of the message, or a code of {@link LocalRefusal}
     */
    public long reduce(final long id, final long left) {
        final long beginNs = clock.nanoTime();
        return sent(seat.reduce(id, left), beginNs);
    }

    /**
     * Cancels an order.
     *
     * @param id of the order
     * @return number of the message, or a code of {@link LocalRefusal}
     */
    public long cancel(final long id) {
        final long beginNs = clock.nanoTime();
        return sent(seat.cancel(id), beginNs);
    }

    /**
     * Cancels all orders of the seat.
     *
     * @return number of the message, or a code of {@link LocalRefusal}
     */
    public long massCancel() {
        final long beginNs = clock.nanoTime();
        return sent(seat.massCancel(), beginNs);
    }

    /**
     * Cancels all orders of the seat in one instrument.
     *
     * @param instrument number
     * @return number of the message, or a code of {@link LocalRefusal}
     */
    public long massCancel(final int instrument) {
        final long beginNs = clock.nanoTime();
        return sent(seat.massCancel(instrument), beginNs);
    }

    /**
     * Terminates, and establishes the seat again. Never waits: call it until it returns true.
     *
     * @return whether the seat begins to establish
     */
    public boolean tryReconnect() {
        isClosing = true;
        if (!seat.tryClose()) {
            return false;
        }
        final long nextReport = seat.nextReport();
        isClosing = false;
        ended = null;
        seat = Seat.establish(bus, settings.withNextReport(nextReport), this);
        return true;
    }

    /**
     * The open quantity of an order.
     *
     * @param id of the order
     * @return quantity, 0 if it is not open
     */
    public long openQuantity(final long id) {
        return seat.openQuantity(id);
    }

    /** {@return requests that were sent} */
    public long requests() {
        return requests;
    }

    /** {@return reports that were received} */
    public long reports() {
        return reports;
    }

    /** {@return requests that the gateway has refused with a report} */
    public long refused() {
        return refused;
    }

    /** {@return sum of the executed quantities} */
    public long executedQuantity() {
        return executedQuantity;
    }

    /** {@return requests that were not taken, and never will be} */
    public long notTaken() {
        return notTaken;
    }

    /** {@return reports that no log has any more} */
    public long missing() {
        return missing;
    }

    /** {@return name of the seat} */
    public String name() {
        return settings.name();
    }

    @Override
    public void onReport(final int template, final long answers, final DirectBuffer buffer, final int offset,
            final int length) {
        reports++;
        if (answers > 0) {
            roundTrips.answered(answers, clock.nanoTime());
        }
        refused += template == RejectedReportDecoder.TEMPLATE_ID || template == RefusedReportDecoder.TEMPLATE_ID
                ? 1
                : 0;
        if (template == ExecutedReportDecoder.TEMPLATE_ID) {
            executed.wrapAndApplyHeader(buffer, offset, header);
            executedQuantity += executed.quantity();
            executions.executed(executed.orderId(), executed.quantity());
        }
        handler.onReport(template, buffer, offset);
    }

    @Override
    public void onNotTaken(final long number, final int template, final long orderId) {
        notTaken++;
        notices.accept("request " + number + " about order " + orderId + " was not taken");
    }

    @Override
    public void onReportsMissing(final long first, final long last) {
        missing += last - first + 1;
        notices.accept("reports " + first + " to " + last + " are lost: the log of market " + settings.market()
                + " has them no more" + (settings.recovery() == null ? "" : ", and no recorder serves them")
                + "; the open orders are requested");
    }

    @Override
    public void onInterrupted(final String cause) {
        notices.accept("seat " + settings.name() + " is interrupted: " + cause);
    }

    @Override
    public void onNotApplied(final long number, final NotAppliedCode code) {
        notices.accept("the gateway has not taken request " + number + ": " + code);
    }

    @Override
    public void onEnded(final SeatEndCause cause, final String description) {
        ended = description;
    }

    @Override
    public void close() {
        isClosing = true;
        seat.close();
    }

    private long sent(final long number, final long beginNs) {
        if (number > 0) {
            requests++;
            roundTrips.sent(number, beginNs);
        }
        return number;
    }

    private static OrderDuration duration(final int terms) {
        return switch (terms & Terms.FOK) {
            case Terms.GTC -> OrderDuration.GTC;
            case Terms.IOC -> OrderDuration.IOC;
            case Terms.FOK -> OrderDuration.FOK;
            default -> OrderDuration.DAY;
        };
    }
}
