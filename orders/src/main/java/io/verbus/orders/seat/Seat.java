package io.verbus.orders.seat;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.Endpoint;
import io.verbus.Gap;
import io.verbus.Header;
import io.verbus.LostSession;
import io.verbus.PollHandler;
import io.verbus.Pollable;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Repair;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.Start;
import io.verbus.SubscriptionSettings;
import io.verbus.codec.orders.ControlRequestEncoder;
import io.verbus.codec.orders.NewOrderEncoder;
import io.verbus.codec.orders.OperatorAction;
import io.verbus.codec.orders.OrderDuration;
import io.verbus.codec.orders.OrderSide;
import io.verbus.orders.MarketStreams;
import io.verbus.orders.NonceSource;
import io.verbus.recovery.RecoveringSubscription;
import java.security.SecureRandom;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;

/**
 * A trading identity at a gateway: sends numbered requests, receives numbered reports, each once.
 *
 * <pre>{@code
 * try (Seat seat = Seat.establish(bus, SeatSettings.of("ALICE", secret), listener)) {
 *     while (running) {
 *         seat.poll();                                // reports, heartbeats
 *         long number = seat.enter(id, instrument, OrderSide.BUY, OrderDuration.DAY, 100, price);
 *     }                                               // negative: see LocalRefusal
 * }
 * }</pre>
 *
 * <p>Used by one thread, the trading thread, which polls at least in each third of the keep-alive interval: the gateway
 * disconnects a seat whose thread hangs. Requests claim in place and never wait. Requests and polls allocate nothing
 * while the seat is established.
 *
 * <p>With {@link SeatSettings#withRecovery}, reports that orders.out has lost come from a journal. Until they have
 * arrived, later ones wait.
 *
 * <p>When the gateway ends, the seat establishes again with the next one, and the listener receives what became of each
 * message. When the seat itself has ended, close it; another seat, with a log of its own, may take its place.
 */
public final class Seat implements AutoCloseable {
    private static final int LIMIT = 64;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Bus bus;
    private final SeatSettings settings;
    private final NanoClock clock;
    private final Publication publication;
    private final SeatEnd end;
    private final SeatRequests requests;
    private final PollHandler handler = this::onMessage;
    private Pollable subscription;
    /** The subscription, if it reads a journal too; else null. */
    private RecoveringSubscription recovering;
    /** Whether a poll may have missed messages: those before a session began to be read, or of a gap. */
    private boolean hasMissed;
    /** Whether that session is not read yet since this time, because the subscription is a new one. */
    private boolean isJoining;
    private long joiningSinceNs;
    private long nowNs;
    /** When a poll has last taken a message, or none was refused. */
    private long lastTakenNs;
    private boolean isHeld;
    private boolean isClosing;

    private Seat(final Bus bus, final SeatSettings settings, final NonceSource nonces, final SeatListener listener) {
        final MarketStreams streams = new MarketStreams(settings.market());
        this.bus = bus;
        this.settings = settings;
        clock = bus.settings().clocks().monotonic();
        nowNs = clock.nanoTime();
        lastTakenNs = nowNs;
        publication = bus.publish(PublicationSettings.of(streams.in()).withPublisher(settings.name())
                .withCapacity(settings.capacity()).withEndpoints(endpoints()));
        try {
            subscribe(Start.live()); // before the Establish is sent, so no answer is missed
        } catch (final RuntimeException e) {
            publication.close();
            throw e;
        }
        end = new SeatEnd(settings, publication.session().id(), publication, nonces, listener,
                nowNs);
        requests = end.requests();
    }

    /**
     * Begins to establish a seat. It is established by the following polls.
     *
     * @param bus that stays the caller's to close, after the seat
     * @param settings of the seat
     * @param listener receives the events, inside {@link #poll}
     * @return the seat, to be closed
     * @throws io.verbus.BusException if the market's name is invalid, or there is no room for the log
     */
    public static Seat establish(final Bus bus, final SeatSettings settings, final SeatListener listener) {
        return new Seat(bus, settings, RANDOM::nextBytes, listener);
    }

    /**
     * Delivers reports, and sends due heartbeats. Call it at least in each third of the keep-alive interval.
     *
     * @return the number of messages of the gateway that were read, also those to other seats
     */
    public int poll() {
        nowNs = clock.nanoTime();
        final boolean wasFilling = isFilling();
        isHeld = false;
        final int count = subscription.poll(handler, LIMIT);
        if (count > 0 || !isHeld) {
            lastTakenNs = nowNs;
        }
        if (hasMissed) {
            hasMissed = false;
            end.messagesMissed(nowNs);
        }
        if (end.isResuming()) {
            readAgain();
            end.doWork(nowNs, false);
        } else {
            end.doWork(nowNs, count < LIMIT && !isJoining() && (!wasFilling && !isFilling() || isStuck()));
        }
        return count;
    }

    /** {@return the state of the seat} */
    public SeatEnd.State state() {
        return end.state();
    }

    /** {@return whether requests are accepted} */
    public boolean isEstablished() {
        return end.state() == SeatEnd.State.ESTABLISHED;
    }

    /** {@return whether it is established, and has its earlier reports: so it knows its orders of before} */
    public boolean isCaughtUp() {
        return end.isCaughtUp();
    }

    /** {@return number of the next report that is expected: a restarted trader passes it to its new seat} */
    public long nextReport() {
        return end.nextReport();
    }

    /** {@return messages that were sent, and are not known to be taken} */
    public long unanswered() {
        return end.unanswered();
    }

    /**
     * The open quantity of an order.
     *
     * @param id client order id
     * @return the quantity; that sent while it is not answered; the lowest long if it is not open
     */
    public long openQuantity(final long id) {
        return end.openQuantity(id);
    }

    /**
     * Enters a limit order.
     *
     * @param id client order id, not used on this day
     * @param instrument its number
     * @param side of the order
     * @param duration of the order
     * @param quantity 1 or more
     * @param price 1 or more, in price units of the market
     * @return number of the message, or a negative code, see {@link LocalRefusal}
     */
    public long enter(final long id, final int instrument, final OrderSide side, final OrderDuration duration,
            final long quantity, final long price) {
        final int refusal = requests.claimOrder(id);
        if (refusal < 0) {
            return refusal;
        }
        requests.order().instrumentId(instrument).side(side).duration(duration).quantity(quantity).price(price);
        return commitOrder();
    }

    /**
     * Reserves space for an order of any kind: then set the fields of {@link #order()}, and {@link #commitOrder} or
     * {@link #abortOrder}.
     *
     * @param id client order id, not used on this day
     * @return 0, or a negative code, see {@link LocalRefusal}
     */
    public int claimOrder(final long id) {
        return requests.claimOrder(id);
    }

    /** {@return the claimed order: a limit order for the day; number, seat and id must not be changed} */
    public NewOrderEncoder order() {
        return requests.order();
    }

    /**
     * Sends the claimed order.
     *
     * @return its number
     */
    public long commitOrder() {
        return requests.commitOrder(nowNs);
    }

    /** Aborts the claimed order: no number is used. */
    public void abortOrder() {
        requests.abortOrder();
    }

    /**
     * Replaces an order.
     *
     * @param id client order id
     * @param newId its id from now on, not used on this day
     * @param quantity open quantity from now on
     * @param price from now on
     * @return number of the message, or a negative code, see {@link LocalRefusal}
     */
    public long replace(final long id, final long newId, final long quantity, final long price) {
        return requests.replace(nowNs, id, newId, quantity, price);
    }

    /**
     * Reduces the open quantity of an order, which keeps its place.
     *
     * @param id client order id
     * @param quantity open quantity that is left
     * @return number of the message, or a negative code, see {@link LocalRefusal}
     */
    public long reduce(final long id, final long quantity) {
        return requests.reduce(nowNs, id, quantity);
    }

    /**
     * Cancels an order.
     *
     * @param id client order id
     * @return number of the message, or a negative code, see {@link LocalRefusal}
     */
    public long cancel(final long id) {
        return requests.cancel(nowNs, id);
    }

    /**
     * Cancels all orders of the seat.
     *
     * @return number of the message, or a negative code, see {@link LocalRefusal}
     */
    public long massCancel() {
        return requests.massCancel(nowNs);
    }

    /**
     * Cancels all orders of the seat in an instrument.
     *
     * @param instrument its number
     * @return number of the message, or a negative code, see {@link LocalRefusal}
     */
    public long massCancel(final int instrument) {
        return requests.massCancel(nowNs, instrument);
    }

    /**
     * Requests a report of each open order.
     *
     * @return number of the message, or a negative code, see {@link LocalRefusal}
     */
    public long requestOpenOrders() {
        return requests.requestOpenOrders(nowNs);
    }

    /**
     * Reserves space for a control of the market, of an operator's seat: then set the fields of {@link #control()}, and
     * {@link #commitControl}.
     *
     * @param action to request
     * @param subject name of the seat or the instrument that it concerns, at most 32 ASCII characters; empty for none
     * @return 0, or a negative code, see {@link LocalRefusal}
     */
    public int claimControl(final OperatorAction action, final String subject) {
        return requests.claimControl(action, subject);
    }

    /** {@return the claimed control, without limit, rate and treatment; number, seat and subject must stay} */
    public ControlRequestEncoder control() {
        return requests.control();
    }

    /**
     * Sends the claimed control. A {@code ControlReport} answers it.
     *
     * @return its number
     */
    public long commitControl() {
        return requests.commitControl(nowNs);
    }

    /**
     * Requests the state of the market, for an operator's seat: {@link SeatListener#onStatus} receives it.
     *
     * @return 0, or a negative code, see {@link LocalRefusal}
     */
    public int requestStatus() {
        return requests.requestStatus(nowNs);
    }

    /**
     * Terminates the connection, waits at most the keep-alive interval until the gateway has taken all requests before
     * that, and closes the log. The listener is called meanwhile.
     */
    @Override
    public void close() {
        while (!tryClose()) {
            Thread.onSpinWait();
        }
    }

    /**
     * One step of {@link #close()} that never waits, for a thread with other work. Requests after the first call are
     * refused.
     *
     * @return true when the seat is closed; until then, call again
     */
    public boolean tryClose() {
        if (!isClosing) {
            isClosing = true;
            end.terminate(clock.nanoTime());
        }
        if (end.state() != SeatEnd.State.ENDED) {
            poll();
            return false;
        }
        subscription.close();
        return publication.tryClose();
    }

    private Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header frame) {
        final boolean wasEstablished = isEstablished();
        final Action action = end.onMessage(nowNs, frame.session(), buffer, offset, length)
                ? Action.TAKEN
                : Action.NOT_TAKEN;
        isHeld |= action == Action.NOT_TAKEN;
        if (!wasEstablished && isEstablished()) {
            isJoining = false;
        }
        return action;
    }

    /**
     * Until the seat was established, its reports could not be recognised: reads them from the oldest one, or if the
     * log has lost some, from the first one in a journal.
     */
    private void readAgain() {
        subscription.close();
        subscribe(end.isFromJournal() ? Start.at(0) : Start.oldest());
        lastTakenNs = nowNs;
        isJoining = !settings.endpoints().isEmpty(); // on this host the next poll reads it
        joiningSinceNs = nowNs;
        end.resume();
    }

    /** While a new subscription connects to the gateway's host, that it finds nothing shows nothing. */
    private boolean isJoining() {
        return isJoining && nowNs - joiningSinceNs < settings.timeout().toNanos();
    }

    /** While messages come from a journal, later ones wait: that a poll has found little shows nothing. */
    private boolean isFilling() {
        return recovering != null && recovering.isFilling();
    }

    /** The next message of a journal is held for the one before it, which no session has delivered in time. */
    private boolean isStuck() {
        return isHeld && nowNs - lastTakenNs > settings.recovery().timeout().toNanos();
    }

    private Endpoint[] endpoints() {
        return settings.endpoints().toArray(Endpoint[]::new);
    }

    private void subscribe(final Start start) {
        final SubscriptionSettings wanted = SubscriptionSettings.of(new MarketStreams(settings.market()).out())
                .withRepair(Repair.REPAIR).withStart(start).withName("seat " + settings.name())
                .withEndpoints(endpoints())
                .withListener(new GatewaySessions());
        recovering = settings.recovery() == null
                ? null
                : RecoveringSubscription.of(bus, wanted, settings.recovery());
        subscription = recovering == null ? bus.subscribe(wanted) : recovering;
    }

    /** Notices sessions that begin to be read, gaps, and the ends of sessions. */
    private final class GatewaySessions implements SessionListener {
        @Override
        public void onEvent(final SessionEvent event) {
            switch (event) {
                case SessionEvent.Started(Session session, long first) -> {
                    final boolean isGateway = session.id() == end.gateway();
                    hasMissed |= first > 0 || isGateway;
                    isJoining &= !isGateway;
                }
                case Gap _ -> hasMissed = true;
                case SessionEvent.Ended(Session session, _) ->
                    end.sessionEnded(nowNs, session.id(), "the gateway has ended");
                case LostSession lost when lost.forGood() ->
                    end.sessionEnded(nowNs, lost.session().id(), "the gateway is lost: " + lost.description());
                default -> {
                }
            }
        }
    }
}
