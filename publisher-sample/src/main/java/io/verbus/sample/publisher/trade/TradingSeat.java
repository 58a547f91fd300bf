package io.verbus.sample.publisher.trade;

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
import io.verbus.orders.seat.LocalRefusal;
import io.verbus.orders.seat.Seat;
import io.verbus.orders.seat.SeatEndCause;
import io.verbus.orders.seat.SeatListener;
import io.verbus.orders.seat.SeatSettings;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;

/**
 * A seat of a trader: measures round trips, counts reports, and fails if the seat ends. Requests return the number of
 * the message, or a code of {@link LocalRefusal}. For one thread; requests allocate nothing.
 */
final class TradingSeat implements SeatListener, AutoCloseable {
    private static final long UNSIGNED_INT = 0xFFFF_FFFFL;

    private final Bus bus;
    private final NanoClock clock;
    private final SeatSettings settings;
    private final SeatReportPrinter printer;
    private final Consumer<String> notices;
    private final RoundTrips roundTrips = new RoundTrips();
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
    interface ExecutionHandler {
        void executed(long id, long quantity);
    }

    /**
     * Begins to establish the seat.
     *
     * @param bus that stays the caller's to close
     * @param settings of the seat
     * @param printer prints the reports; null for none
     * @param notices receives a message when the connection is interrupted, and about messages that are lost
     */
    TradingSeat(final Bus bus, final SeatSettings settings, final SeatReportPrinter printer,
            final Consumer<String> notices) {
        this.bus = bus;
        this.settings = settings;
        this.printer = printer;
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
    int poll() {
        final int count = seat.poll();
        if (ended != null && !isClosing) {
            throw new BusException("seat " + settings.name() + " of market " + settings.market() + " has ended: "
                    + ended);
        }
        return count;
    }

    void onExecution(final ExecutionHandler handler) {
        executions = handler;
    }

    /** Whether it is established, and knows its orders of before: requests about those are not refused. */
    boolean isEstablished() {
        return seat.isCaughtUp();
    }

    /** Whether each request is known to be taken, and the reports of before are read. */
    boolean isAnswered() {
        return seat.unanswered() == 0 && seat.isCaughtUp();
    }

    /** Whether a request was refused only for now: poll, and repeat it. */
    static boolean isForNow(final long result) {
        return result == LocalRefusal.WINDOW_FULL || result == LocalRefusal.NOT_ESTABLISHED
                || result == Publication.BACK_PRESSURED;
    }

    long enter(final long id, final int instrument, final int terms, final long quantity, final long price) {
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

    long replace(final long id, final long newId, final long quantity, final long price) {
        final long beginNs = clock.nanoTime();
        return sent(seat.replace(id, newId, quantity, price), beginNs);
    }

    long reduce(final long id, final long left) {
        final long beginNs = clock.nanoTime();
        return sent(seat.reduce(id, left), beginNs);
    }

    long cancel(final long id) {
        final long beginNs = clock.nanoTime();
        return sent(seat.cancel(id), beginNs);
    }

    long massCancel() {
        final long beginNs = clock.nanoTime();
        return sent(seat.massCancel(), beginNs);
    }

    long massCancel(final int instrument) {
        final long beginNs = clock.nanoTime();
        return sent(seat.massCancel(instrument), beginNs);
    }

    /** Terminates, and establishes the seat again; call {@link #tryReconnect} until it returns true. */
    boolean tryReconnect() {
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

    long openQuantity(final long id) {
        return seat.openQuantity(id);
    }

    long requests() {
        return requests;
    }

    long reports() {
        return reports;
    }

    /** Requests that the gateway has refused with a report. */
    long refused() {
        return refused;
    }

    long executedQuantity() {
        return executedQuantity;
    }

    /** Requests that were not taken, and never will be. */
    long notTaken() {
        return notTaken;
    }

    /** Reports that no log has any more. */
    long missing() {
        return missing;
    }

    String name() {
        return settings.name();
    }

    RoundTrips roundTrips() {
        return roundTrips;
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
        if (printer != null) {
            printer.print(template, buffer, offset);
        }
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
