package io.verbus.tools.orders;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.codec.orders.ControlReportDecoder;
import io.verbus.codec.orders.ControlRequestEncoder;
import io.verbus.codec.orders.ControlResult;
import io.verbus.codec.orders.MarketStateDecoder;
import io.verbus.codec.orders.MessageHeaderDecoder;
import io.verbus.codec.orders.OperatorAction;
import io.verbus.orders.seat.LocalRefusal;
import io.verbus.orders.seat.Seat;
import io.verbus.orders.seat.SeatEndCause;
import io.verbus.orders.seat.SeatListener;
import io.verbus.orders.seat.SeatSettings;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingIdleStrategy;

/** An operator's seat: sends one request at a time and waits for its answer. */
final class OperatorSession implements SeatListener, AutoCloseable {
    private static final int MAX_SUBJECT = 32;
    /** Between polls that find nothing: a thread that yields waits for whole time slices on a busy machine. */
    private static final long IDLE_NS = 100_000;

    private final SeatSettings settings;
    private final Bus bus;
    private final Seat seat;
    private final IdleStrategy idle = new SleepingIdleStrategy(IDLE_NS);
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final ControlReportDecoder report = new ControlReportDecoder();
    private MarketStatus status;
    private ControlResult statusResult;
    private long answered;
    private ControlResult result;
    private String ended;

    /** Returns once the seat is established. */
    OperatorSession(final Bus bus, final SeatSettings settings) {
        this.bus = bus;
        this.settings = settings;
        seat = Seat.establish(bus, settings, this);
        try {
            await(seat::isEstablished);
        } catch (final BusException e) {
            seat.close();
            throw e;
        }
    }

    MarketStatus status() {
        await(seat::isEstablished);
        status = new MarketStatus();
        statusResult = null;
        require(seat.requestStatus());
        await(() -> statusResult != null);
        requireDone(statusResult, "");
        return status;
    }

    /** Sends a control, whose terms the caller sets, and fails unless it was done. */
    void control(final OperatorAction action, final String subject, final Consumer<ControlRequestEncoder> terms) {
        if (subject.length() > MAX_SUBJECT || !subject.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
            throw new BusException("\"" + subject + "\" is not a name: use 1 to " + MAX_SUBJECT
                    + " printable ASCII characters");
        }
        await(seat::isEstablished); // again, after a next gateway has begun
        require(seat.claimControl(action, subject));
        terms.accept(seat.control());
        final long number = seat.commitControl();
        await(() -> answered == number);
        requireDone(result, subject);
    }

    void control(final OperatorAction action, final String subject) {
        control(action, subject, terms -> {});
    }

    @Override
    public void onReport(final int template, final long answers, final DirectBuffer buffer, final int offset,
            final int length) {
        if (template == ControlReportDecoder.TEMPLATE_ID) {
            result = report.wrapAndApplyHeader(buffer, offset, header).result();
            answered = answers;
        }
    }

    @Override
    public void onStatus(final int template, final DirectBuffer buffer, final int offset) {
        if (status == null) {
            return;
        }
        status.add(template, buffer, offset);
        if (status.isComplete()) {
            statusResult = new MarketStateDecoder().wrapAndApplyHeader(buffer, offset, header).result();
        }
    }

    @Override
    public void onEnded(final SeatEndCause cause, final String description) {
        ended = description;
    }

    @Override
    public void close() {
        seat.close();
    }

    /** Reads reports, and sends due heartbeats; fails if the seat has ended. */
    void poll() {
        seat.poll();
        requireRunning();
    }

    void requireRunning() {
        if (ended != null) {
            throw new BusException("seat " + settings.name() + " of market " + settings.market() + " has ended: "
                    + ended);
        }
    }

    private void await(final BooleanSupplier condition) {
        final long beginNs = bus.settings().clocks().monotonic().nanoTime();
        while (!condition.getAsBoolean()) {
            requireRunning();
            if (bus.settings().clocks().monotonic().nanoTime() - beginNs > 2 * settings.timeout().toNanos()) {
                throw new BusException("the gateway of market " + settings.market() + " has not answered within "
                        + settings.timeout().multipliedBy(2));
            }
            idle.idle(seat.poll());
        }
    }

    private static void require(final int result) {
        if (result < 0) {
            throw new BusException("a request cannot be sent: " + LocalRefusal.describe(result));
        }
    }

    private void requireDone(final ControlResult actual, final String subject) {
        switch (actual) {
            case DONE -> {
                // as requested
            }
            case NOT_AN_OPERATOR -> throw new BusException("seat " + settings.name() + " is not an operator's: add"
                    + " operator=yes to its line of the exchange file");
            case UNKNOWN_SEAT -> throw new BusException("market " + settings.market() + " has no seat " + subject
                    + ": ./bus orders status lists them");
            case UNKNOWN_INSTRUMENT -> throw new BusException("market " + settings.market() + " has no instrument "
                    + subject + ": the exchange file lists them");
            case INVALID_VALUE -> throw new BusException("the gateway refuses the value for " + subject);
            case NULL_VAL, SBE_UNKNOWN -> throw new BusException("the gateway has answered with an unknown result: run"
                    + " the same release");
        }
    }
}
