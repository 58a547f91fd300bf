package io.verbus.orders.intake;

import io.verbus.BusException;
import io.verbus.MessageWriter;
import io.verbus.codec.orders.DisconnectCause;
import io.verbus.codec.orders.EstablishDecoder;
import io.verbus.codec.orders.EstablishRejectCode;
import io.verbus.codec.orders.NotAppliedCode;
import io.verbus.codec.orders.StatusRequestDecoder;
import io.verbus.codec.orders.TerminateDecoder;
import io.verbus.orders.MessageHead;
import io.verbus.orders.MessageLengths;
import io.verbus.orders.NonceSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongHashSet;

/**
 * The gateway's end of all seats: takes messages of orders.in, each at most once and in order per seat, and appends
 * them to orders.log. A message of an unknown, stale or foreign session is answered with a reason and changes nothing
 * for another seat. A step of the gateway's thread is
 *
 * <pre>
 *   intake.pollBegins(nowNs, epochNs);
 *   subscription.poll(handler, sessions * SESSION_SHARE);      handler: intake.onMessage(…) ? TAKEN : NOT_TAKEN
 *   intake.pollEnds(SESSION_SHARE);
 *   intake.doWork();
 * </pre>
 *
 * <p>and the listener of the subscription calls {@link #sessionEnded}. Used by one thread. Allocates nothing, except
 * while a session is established or ends.
 *
 * <p>Source: FIXP, Point-to-Point Session Protocol: Session Establishment, Transport Termination, Session Heartbeat,
 * Resynchronization. Negotiation and establishment are one step.
 */
public final class OrderIntake {
    /**
     * Most messages of an established session that are taken in a poll while there are several sessions: a flooding one
     * delays a request of another by the time for so few messages.
     */
    public static final int SESSION_SHARE = 4;
    /** The longest message of a seat, in bytes. */
    public static final int MAX_MESSAGE_LENGTH = 1_024;

    private static final long CHECK_NS = 1_000_000;
    /**
     * Sessions without a seat, together, have a message taken once in this time: each is answered, which costs about a
     * microsecond, so one request of a seat in a hundred waits for it. Each session has the same share.
     */
    private static final long UNBOUND_NS = 100_000;
    /**
     * A session with a seat rests for so long after a message that was refused, skipped or challenged, while there are
     * several sessions: an answer costs more than a request. A log of 1 MiB of such messages is still read in 0.2 s.
     */
    private static final long REST_NS = 10_000;
    /** Messages of a session in sequence, without an end of its log between, that are taken as fast as possible. */
    private static final int BURST = 64;
    /**
     * After such a burst, while there are several sessions, one message is taken in this time: a seat that floods has
     * two million a second taken, and a request of another seat mostly finds the gateway idle.
     */
    private static final long BACKLOG_NS = 500;
    private static final int PARTS_OF_KEEP_ALIVE = 3;

    private final GatewayEnd[] seats;
    private final IntakeSettings settings;
    private final EntryAppender entries;
    private final EntryListener listener;
    private final GatewayMessages messages;
    private final EstablishRequests requests;
    private final Long2ObjectHashMap<InboundSession> sessions = new Long2ObjectHashMap<>();
    /** Sessions that were disconnected, also by earlier gateways: they are never bound again. */
    private final LongHashSet disconnected = new LongHashSet();
    private final WellFormed wellFormed = new WellFormed();
    private final MessageHead head = new MessageHead();
    private final MessageOrigin origin = new MessageOrigin();
    private final long[] refusals = new long[NotAppliedCode.values().length];

    private InboundSession lastUsed;
    private boolean hasEnding;
    private long nowNs;
    private long epochNs;
    /** Counts polls. */
    private long poll;
    private int drainedShare;
    private long checkedNs;

    /**
     * An intake without entries.
     *
     * @param seats with distinct names and numbers
     * @param settings intervals
     * @param entries appends to orders.log
     * @param out orders.out, which no reader may block
     * @param nonces for challenges
     * @param listener receives the entries, those of messages before the next message is taken
     * @throws BusException if two seats have the same name or number
     */
    public OrderIntake(final Collection<GatewayEnd> seats, final IntakeSettings settings, final EntryAppender entries,
            final MessageWriter out, final NonceSource nonces, final EntryListener listener) {
        final Map<String, GatewayEnd> byName = new HashMap<>();
        for (final GatewayEnd seat : seats) {
            if (byName.put(seat.name(), seat) != null
                    || seats.stream().filter(other -> other.seat() == seat.seat()).count() > 1) {
                throw new BusException("seat " + seat.name() + " with number " + seat.seat()
                        + " is defined twice: use distinct names and numbers");
            }
        }
        this.seats = seats.toArray(new GatewayEnd[0]);
        this.settings = settings;
        this.entries = entries;
        this.listener = listener;
        this.messages = new GatewayMessages(out);
        this.requests = new EstablishRequests(byName, settings, nonces, messages);
    }

    /**
     * For a gateway without the entries of an earlier one: sessions that show that an earlier one had them are rejected
     * ({@code EARLIER_GATEWAY}). It does not know which of their requests were taken, and would answer that none was.
     */
    public void rejectEarlierSessions() {
        requests.rejectEarlierSessions();
    }

    /**
     * Begins a poll of orders.in.
     *
     * @param newNowNs monotonic, read before the poll
     * @param newEpochNs UTC: the time of the entries of this poll
     */
    public void pollBegins(final long newNowNs, final long newEpochNs) {
        nowNs = newNowNs;
        epochNs = newEpochNs;
        if (poll++ == 0) {
            checkedNs = nowNs; // the origin of a monotonic clock is arbitrary
        }
        drainedShare = 0;
    }

    /**
     * Ends a poll of orders.in. Only the keep-alive of a seat whose log was read to its end can lapse: the messages
     * that it had committed are taken before it is disconnected.
     *
     * @param share each session that has delivered fewer messages in this poll has no more; 0 if that is not known of
     *         any
     */
    public void pollEnds(final int share) {
        drainedShare = share;
    }

    /**
     * Handles a message of a seat.
     *
     * @param buffer that contains it
     * @param offset of its first byte
     * @param length of it in bytes
     * @param session of orders.in
     * @param sequence in that session
     * @return false if the session has delivered its share in this poll or rests, orders.log has refused a claim, or
     *         the listener has not admitted a request: nothing has changed, deliver the message again
     */
    public boolean onMessage(final DirectBuffer buffer, final int offset, final int length, final long session,
            final long sequence) {
        final InboundSession from = session(session);
        final int delivered = from.delivered(poll);
        if (sessions.size() > 1 && !(from.isBound()
                ? delivered <= SESSION_SHARE && !from.isResting(nowNs)
                : from.isDue(nowNs, UNBOUND_NS * sessions.size()))) {
            from.refused();
            return false;
        }
        origin.set(session, sequence);
        final boolean isTaken = handle(from, buffer, offset, length);
        if (!isTaken) {
            from.refused();
        }
        return isTaken;
    }

    private boolean handle(final InboundSession from, final DirectBuffer buffer, final int offset, final int length) {
        if (from.isBound()) {
            from.seat.received(nowNs);
        }
        if (!head.wrap(buffer, offset, length) || length > MAX_MESSAGE_LENGTH
                || !MessageLengths.isOfSeat(head.template())) {
            return refuse(from, NotAppliedCode.MALFORMED);
        }
        if (head.template() == EstablishDecoder.TEMPLATE_ID) {
            return establish(from, buffer, offset);
        }
        if (!from.isBound()) {
            return from.isStale ? refuse(from, NotAppliedCode.STALE_SESSION) : refuseUnbound(from);
        }
        if (head.seat() != from.seat.seat()) {
            return refuse(from, NotAppliedCode.OTHER_SEAT);
        }
        if (head.expected() > from.seat.nextReport()) {
            return refuse(from, NotAppliedCode.MALFORMED);
        }
        return MessageLengths.isNumbered(head.template())
                ? numbered(from, buffer, offset, length)
                : unnumbered(from);
    }

    private boolean numbered(final InboundSession from, final DirectBuffer buffer, final int offset,
            final int length) {
        final GatewayEnd seat = from.seat;
        if (head.number() < seat.nextNumber()) {
            seat.skip();
            from.rest(nowNs + REST_NS);
            return true;
        }
        if (head.number() > seat.nextNumber()) {
            return refuse(from, NotAppliedCode.HIGHER_NUMBER);
        }
        if (!wellFormed.isNumbered(head, buffer, offset)) {
            return refuse(from, NotAppliedCode.MALFORMED);
        }
        if (!listener.admits(seat, head.template(), Math.max(epochNs, entries.lastTimeNs()))
                || !entries.message(epochNs, origin, seat.seat(), buffer, offset, length)) {
            return false;
        }
        seat.take(head.number(), head.expected());
        if (from.taken() > BURST) {
            from.rest(nowNs + BACKLOG_NS);
        }
        listener.onMessage(entries.lastEvent(), entries.lastTimeNs(), seat, buffer, offset, length);
        return true;
    }

    private boolean unnumbered(final InboundSession from) {
        final GatewayEnd seat = from.seat;
        if (head.template() != TerminateDecoder.TEMPLATE_ID && head.number() > seat.nextNumber()) {
            return refuse(from, NotAppliedCode.HIGHER_NUMBER);
        }
        if (head.template() == TerminateDecoder.TEMPLATE_ID) {
            return disconnect(from, DisconnectCause.TERMINATED);
        }
        seat.expect(head.expected());
        if (head.template() == StatusRequestDecoder.TEMPLATE_ID) {
            listener.onStatusRequested(seat);
        }
        return true;
    }

    private boolean establish(final InboundSession from, final DirectBuffer buffer, final int offset) {
        if (!requests.isAcceptable(from, buffer, offset)) {
            from.rest(nowNs + REST_NS);
            return true;
        }
        final GatewayEnd seat = requests.seat();
        if (!entries.connected(epochNs, origin, seat.seat(), requests.terms())) {
            return false;
        }
        from.seat = seat;
        seat.connect(from.id, requests.terms(), nowNs);
        listener.onConnected(entries.lastEvent(), entries.lastTimeNs(), seat);
        requests.accepted(from, entries.lastEvent());
        return true;
    }

    /**
     * A session of orders.in has ended: nothing more of it will be delivered. Its seat, if it has one, is disconnected
     * now, or by {@link #doWork} if orders.log refuses the claim.
     *
     * @param session that ended
     * @param cause {@code SESSION_ENDED} or {@code SESSION_LOST}
     */
    public void sessionEnded(final long session, final DisconnectCause cause) {
        final InboundSession ended = sessions.get(session);
        if (ended == null) {
            return;
        }
        if (ended.isBound() && !disconnect(ended, cause)) {
            ended.ending = cause;
            hasEnding = true;
            return;
        }
        forget(ended);
        disconnected.remove(session);
    }

    /**
     * Disconnects a seat by the gateway's own decision.
     *
     * @param seat that is connected; else nothing happens
     * @param cause {@code OPERATOR}, {@code GATEWAY_ENDED} or {@code ENTRIES_LOST}
     * @return false if orders.log has refused the claim: call it again
     */
    public boolean disconnect(final GatewayEnd seat, final DisconnectCause cause) {
        return !seat.isConnected() || disconnect(session(seat.session()), cause);
    }

    /**
     * Disconnects seats whose keep-alive has lapsed, and sends heartbeats to quiet seats. Call it in each iteration.
     *
     * @return the number of seats that were disconnected
     */
    public int doWork() {
        int count = hasEnding ? endSessions() : 0;
        if (nowNs - checkedNs >= CHECK_NS) {
            checkedNs = nowNs;
            for (final GatewayEnd seat : seats) {
                if (seat.hasLapsed(nowNs) && session(seat.session()).isDrained(poll, drainedShare)) {
                    count += disconnect(session(seat.session()), DisconnectCause.KEEP_ALIVE) ? 1 : 0;
                } else if (seat.isQuietFor(nowNs, settings.keepAliveNs() / PARTS_OF_KEEP_ALIVE)) {
                    messages.sequence(seat);
                    seat.sent(nowNs);
                }
            }
        }
        return count;
    }

    /**
     * Messages that were not taken, of all sessions, also of those without a seat.
     *
     * @param code the reason
     * @return their number
     */
    public long refused(final NotAppliedCode code) {
        return refusals[code.ordinal()];
    }

    /**
     * {@code Establish} messages that were rejected.
     *
     * @param code the reason
     * @return their number
     */
    public long rejected(final EstablishRejectCode code) {
        return requests.rejected(code);
    }

    /** {@return the sessions of orders.in that are known} */
    public int sessions() {
        return sessions.size();
    }

    /** The seats and sessions, for entries that are repeated. */
    void repeatConnected(final GatewayEnd seat, final long session, final ConnectionTerms terms) {
        final InboundSession bound = session(session);
        bound.seat = seat;
        seat.connect(session, terms, nowNs);
    }

    void repeatDisconnected(final GatewayEnd seat, final DisconnectCause cause) {
        final long session = seat.session();
        forget(session(session));
        disconnected.add(session);
        seat.disconnect(cause);
    }

    /** After the reports that follow from a disconnection: its process may not have read the earlier gateway's. */
    void repeatTerminated(final GatewayEnd seat, final long session) {
        messages.terminated(seat, session, seat.cause());
    }

    /** The keep-alives of all seats begin again. */
    void restartKeepAlives(final long atNs) {
        nowNs = atNs;
        for (final GatewayEnd seat : seats) {
            seat.received(atNs);
            seat.sent(atNs);
        }
    }

    GatewayEnd seat(final int number) {
        for (final GatewayEnd seat : seats) {
            if (seat.seat() == number) {
                return seat;
            }
        }
        return null;
    }

    private int endSessions() {
        int count = 0;
        hasEnding = false;
        for (final InboundSession session : sessions.values().toArray(new InboundSession[0])) {
            if (session.ending != null) {
                if (disconnect(session, session.ending)) {
                    forget(session);
                    disconnected.remove(session.id);
                    count++;
                } else {
                    hasEnding = true;
                }
            }
        }
        return count;
    }

    private boolean disconnect(final InboundSession session, final DisconnectCause cause) {
        final GatewayEnd seat = session.seat;
        if (!entries.disconnected(epochNs, session.id, seat.seat(), cause)) {
            return false;
        }
        session.isStale = true;
        disconnected.add(session.id);
        seat.disconnect(cause);
        listener.onDisconnected(entries.lastEvent(), entries.lastTimeNs(), seat, cause);
        messages.terminated(seat, session.id, cause);
        return true;
    }

    /** Requests to an earlier gateway, whose entries are lost, may have been taken: one answer makes the seat end. */
    private boolean refuseUnbound(final InboundSession from) {
        if (from.isOfEarlierGateway && requests.rejectsEarlierSessions()) {
            refusals[NotAppliedCode.NOT_ESTABLISHED.ordinal()]++;
            return true;
        }
        from.isOfEarlierGateway = true;
        return refuse(from, NotAppliedCode.NOT_ESTABLISHED);
    }

    private boolean refuse(final InboundSession from, final NotAppliedCode code) {
        refusals[code.ordinal()]++;
        if (from.seat != null) {
            from.seat.refuse(code);
            from.rest(nowNs + REST_NS);
        }
        messages.notApplied(origin, from.seat, head, code);
        return true;
    }

    private InboundSession session(final long id) {
        if (lastUsed != null && lastUsed.id == id) {
            return lastUsed;
        }
        InboundSession found = sessions.get(id);
        if (found == null) {
            found = new InboundSession(id, disconnected.contains(id));
            sessions.put(id, found);
        }
        lastUsed = found;
        return found;
    }

    private void forget(final InboundSession session) {
        sessions.remove(session.id);
        lastUsed = null;
    }
}
