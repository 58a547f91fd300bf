package io.verbus.orders.seat;

import io.verbus.MessageWriter;
import io.verbus.codec.orders.AcceptedReportDecoder;
import io.verbus.codec.orders.ChallengeDecoder;
import io.verbus.codec.orders.EstablishRejectCode;
import io.verbus.codec.orders.EstablishRejectedDecoder;
import io.verbus.codec.orders.EstablishedDecoder;
import io.verbus.codec.orders.MarketStateDecoder;
import io.verbus.codec.orders.MessageHeaderDecoder;
import io.verbus.codec.orders.NotAppliedCode;
import io.verbus.codec.orders.NotAppliedDecoder;
import io.verbus.codec.orders.SeatPositionDecoder;
import io.verbus.codec.orders.SeatStateDecoder;
import io.verbus.codec.orders.SequenceDecoder;
import io.verbus.codec.orders.TerminatedDecoder;
import io.verbus.orders.MessageHead;
import io.verbus.orders.MessageLengths;
import io.verbus.orders.NonceSource;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/**
 * The seat's end, without a bus and a clock: times are parameters, in monotonic ns. Used by one thread, the trading
 * thread. Allocates nothing while it is established.
 *
 * <pre>
 *                  Challenge             Established                       terminate
 *   CONNECTING ───────────────▶ PROVING ──────────────▶ ESTABLISHED ──────────────────▶ TERMINATING
 *      ▲   ▲                       │                         │                               │
 *      │   │ in time  in use, or   │          gateway silent │                               │ Terminated,
 *      │   └── WAITING ◀── missed ─┘          or ended       │                               │ or timeout
 *      └─────────────────────────────────────────────────────┘                               ▼
 *                   any: rejected, disconnected, not applied, or timeout ────────────────▶ ENDED
 * </pre>
 *
 * <p>Each report is delivered once, by its number, from whichever session carries it. Messages with a number were taken
 * or not: each {@code Established} has the last one that was.
 */
public final class SeatEnd {
    /** The states of the seat's end. */
    public enum State {
        /** An Establish without proof was sent. */
        CONNECTING,
        /** The Establish with the proof was sent. */
        PROVING,
        /** The seat was in use, or an answer may have been missed: the next attempt comes later. */
        WAITING,
        /** Requests are accepted. */
        ESTABLISHED,
        /** Terminate was sent. */
        TERMINATING,
        /** For good. */
        ENDED
    }

    private static final long RETRY_NS = 20_000_000;
    private static final int PARTS_OF_KEEP_ALIVE = 3;
    private static final int UNKNOWN_SEAT = -1;
    private static final long NO_GATEWAY = 0;

    private final SeatSettings settings;
    private final long session;
    private final SeatListener listener;
    private final SendWindow window;
    private final SeatOrders orders;
    private final SeatRequests requests;
    private final SeatHandshake handshake;
    private final ReportNumbers reports;
    private final MessageHead head = new MessageHead();
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final ChallengeDecoder challenge = new ChallengeDecoder();
    private final EstablishedDecoder established = new EstablishedDecoder();
    private final EstablishRejectedDecoder rejected = new EstablishRejectedDecoder();
    private final SequenceDecoder sequence = new SequenceDecoder();
    private final TerminatedDecoder terminated = new TerminatedDecoder();
    private final NotAppliedDecoder notApplied = new NotAppliedDecoder();
    private final byte[] nonce = new byte[NonceSource.LENGTH];

    private State state = State.WAITING;
    private int seat = UNKNOWN_SEAT;
    /** Session of orders.out whose gateway has established the seat last. */
    private long gateway = NO_GATEWAY;
    private long deadlineNs;
    private long retryNs;
    private long lastReceivedNs;
    private long gatewayKeepAliveNs;
    private boolean isResuming;
    /** The next report when the seat was established. */
    private long firstReport;
    private boolean isFromJournal;
    /** The next report when a journal was read last: it is read once for each report that is missing there too. */
    private long soughtInJournal;
    private boolean isWaitingForOpenOrders;
    private boolean wasInUse;
    /** Whether an Established had no valid proof. */
    private boolean wasUnproven;

    /**
     * Begins to establish with the first {@link #doWork}.
     *
     * @param settings of the seat
     * @param session of orders.in that the sink writes to
     * @param sink of the seat's messages, written by nothing else
     * @param nonces for attempts
     * @param listener receives the events
     * @param nowNs monotonic
     */
    public SeatEnd(final SeatSettings settings, final long session, final MessageWriter sink, final NonceSource nonces,
            final SeatListener listener, final long nowNs) {
        this.settings = settings;
        this.session = session;
        this.listener = listener;
        window = new SendWindow(settings.capacity());
        orders = new SeatOrders(window);
        requests = new SeatRequests(sink, window, orders, settings.nextReport());
        handshake = new SeatHandshake(settings, session, sink, window, nonces);
        reports = new ReportNumbers(settings.nextReport());
        retryNs = nowNs;
        deadlineNs = nowNs + settings.timeout().toNanos();
    }

    /** {@return the state} */
    public State state() {
        return state;
    }

    /** {@return number of the next message} */
    public long nextNumber() {
        return window.next();
    }

    /** {@return messages that were sent, and are not known to be taken} */
    public long unanswered() {
        return window.next() - window.first();
    }

    /** {@return number of the next report that is expected: a restarted trader passes it to its new seat} */
    public long nextReport() {
        return reports.next();
    }

    /** {@return session of orders.out whose gateway has established the seat last; 0 before} */
    public long gateway() {
        return gateway;
    }

    /** {@return whether all reports from before the seat was established were received, or are missing} */
    public boolean isCaughtUp() {
        return state == State.ESTABLISHED && reports.next() >= firstReport;
    }

    /** {@return reports that were not delivered, because they had been before} */
    public long duplicates() {
        return reports.duplicates();
    }

    /** {@return orders that are open, or not yet answered} */
    public int openOrders() {
        return orders.size();
    }

    /**
     * Whether an order is open, or sent and not yet answered.
     *
     * @param id client order id
     * @return true if so
     */
    public boolean isOpen(final long id) {
        return orders.isKnown(id);
    }

    /**
     * The open quantity of an order.
     *
     * @param id client order id
     * @return the quantity; that sent while it is not answered; the lowest long if it is not open
     */
    public long openQuantity(final long id) {
        return orders.quantity(id);
    }

    /**
     * Whether the seat waits until reports are read again: from the oldest one that orders.out still has, or from a
     * journal, see {@link #isFromJournal}. Until {@link #resume}, {@link #onMessage} takes nothing.
     *
     * @return true if so
     */
    public boolean isResuming() {
        return isResuming;
    }

    /**
     * Whether reports are read again from the first one of each session, which a journal has: the log of orders.out has
     * lost the next one. Only with {@link SeatSettings#recovery}.
     *
     * @return true if so; only if {@link #isResuming}
     */
    public boolean isFromJournal() {
        return isFromJournal;
    }

    /** Messages of orders.out are now delivered from the oldest one, or that of the journal. */
    public void resume() {
        isResuming = false;
        isFromJournal = false;
    }

    /** {@return the requests to the gateway, which are refused unless the seat is established} */
    public SeatRequests requests() {
        return requests;
    }

    /**
     * Terminates the seat's connection: nothing is sent after this. Call {@link #doWork} until the state is ENDED.
     *
     * @param nowNs monotonic
     */
    public void terminate(final long nowNs) {
        if (state == State.ESTABLISHED && requests.terminate()) {
            state = State.TERMINATING;
            deadlineNs = nowNs + settings.keepAlive().toNanos();
            requests.close();
        } else if (state != State.TERMINATING) {
            end(SeatEndCause.CLOSED, "closed before it was established");
        }
    }

    /**
     * Sends due messages: attempts to establish, heartbeats, the request for open orders. Detects that nothing arrives.
     *
     * @param nowNs monotonic, read before the last poll of orders.out
     * @param drained whether that poll has found nothing more: only then the gateway counts as silent
     */
    public void doWork(final long nowNs, final boolean drained) {
        reports.polled(drained);
        switch (state) {
            case WAITING, CONNECTING, PROVING -> connect(nowNs);
            case ESTABLISHED -> keepAlive(nowNs, drained);
            case TERMINATING -> {
                if (nowNs - deadlineNs >= 0) {
                    end(SeatEndCause.CLOSED, "the gateway has not answered Terminate");
                }
            }
            case ENDED -> {
                // Nothing more is sent.
            }
        }
    }

    /**
     * Handles a message of orders.out. It is ignored if it is to another seat, or of a session whose gateway has not
     * proved that it has the secret: any process may write to orders.out.
     *
     * @param nowNs monotonic
     * @param from session of orders.out in which it was received
     * @param buffer that contains it
     * @param offset of its first byte
     * @param length of it in bytes
     * @return false to receive it again in a later poll, which delivers the messages of other sessions before
     */
    public boolean onMessage(final long nowNs, final long from, final DirectBuffer buffer, final int offset,
            final int length) {
        if (isResuming) {
            return false;
        }
        if (state == State.ENDED || !head.wrap(buffer, offset, length)) {
            return true;
        }
        if (MessageLengths.isReport(head.template())) {
            return head.seat() != seat || from != gateway || report(nowNs, buffer, offset, length);
        }
        switch (head.template()) {
            case ChallengeDecoder.TEMPLATE_ID -> challenge(nowNs, buffer, offset);
            case EstablishedDecoder.TEMPLATE_ID -> established(nowNs, from, buffer, offset);
            case EstablishRejectedDecoder.TEMPLATE_ID -> rejected(nowNs, buffer, offset);
            case TerminatedDecoder.TEMPLATE_ID -> terminated(from, buffer, offset);
            default -> {
                return from != gateway || ofGateway(nowNs, buffer, offset);
            }
        }
        return true;
    }

    /** Messages that only the gateway of this seat sends. */
    private boolean ofGateway(final long nowNs, final DirectBuffer buffer, final int offset) {
        switch (head.template()) {
            case SequenceDecoder.TEMPLATE_ID -> {
                return sequence(nowNs, buffer, offset);
            }
            case NotAppliedDecoder.TEMPLATE_ID -> notApplied(nowNs, buffer, offset);
            case SeatStateDecoder.TEMPLATE_ID, SeatPositionDecoder.TEMPLATE_ID, MarketStateDecoder.TEMPLATE_ID ->
                status(buffer, offset);
            default -> {
                // A message of a seat, an entry, or a newer one.
            }
        }
        return true;
    }

    /**
     * A session of orders.out has ended, or is lost for good. If the gateway that has established the seat wrote it,
     * the seat establishes again. Any other one may be of a gateway that has taken the proof of this attempt and ended
     * before it could answer; the next gateway continues after the proof and does not answer it either, so the attempt
     * is repeated.
     *
     * @param nowNs monotonic
     * @param ended session
     * @param cause in words
     */
    public void sessionEnded(final long nowNs, final long ended, final String cause) {
        if (ended == gateway) {
            gatewayLost(nowNs, cause);
        } else if (state == State.PROVING) {
            attemptAgain(nowNs);
        }
    }

    /**
     * Messages of orders.out may have been missed: those before a session began to be read, or of a gap. An attempt may
     * have been answered there, so it is repeated; and the gateway does not count as silent before this time.
     *
     * @param nowNs monotonic
     */
    public void messagesMissed(final long nowNs) {
        lastReceivedNs = nowNs;
        if (state == State.CONNECTING || state == State.PROVING) {
            attemptAgain(nowNs);
        }
    }

    private void gatewayLost(final long nowNs, final String cause) {
        if (state == State.ESTABLISHED) {
            listener.onInterrupted(cause);
        }
        if (state == State.ESTABLISHED || state == State.CONNECTING || state == State.PROVING) {
            requests.close();
            wasInUse = false;
            deadlineNs = nowNs + settings.timeout().toNanos();
            attemptAgain(nowNs);
        }
    }

    private void attemptAgain(final long atNs) {
        state = State.WAITING;
        retryNs = atNs;
    }

    private void connect(final long nowNs) {
        if (nowNs - deadlineNs >= 0) {
            end(wasInUse ? SeatEndCause.REJECTED : SeatEndCause.TIMEOUT,
                    SeatEndTexts.timedOut(settings, wasInUse, wasUnproven));
        } else if (state == State.WAITING && nowNs - retryNs >= 0) {
            if (handshake.begin(reports.next())) {
                state = State.CONNECTING;
            } else {
                retryNs = nowNs + RETRY_NS;
            }
        }
    }

    private void keepAlive(final long nowNs, final boolean drained) {
        if (drained && nowNs - lastReceivedNs > gatewayKeepAliveNs) {
            gatewayLost(nowNs, "nothing has arrived from the gateway for " + gatewayKeepAliveNs / 1_000_000 + " ms");
            return;
        }
        if (isWaitingForOpenOrders && requests.requestOpenOrders(nowNs) >= 0) {
            isWaitingForOpenOrders = false;
        }
        if (requests.isQuietFor(nowNs, settings.keepAlive().toNanos() / PARTS_OF_KEEP_ALIVE)) {
            requests.heartbeat(nowNs);
        }
    }

    private boolean report(final long nowNs, final DirectBuffer buffer, final int offset, final int length) {
        if (state == State.ESTABLISHED) {
            lastReceivedNs = nowNs;
        }
        if (reports.isDuplicate(head.number())) {
            return true;
        }
        if (!isNext(head.number())) {
            return false;
        }
        reports.take();
        requests.expect(reports.next());
        final int template = head.template();
        final long answers = buffer.getLong(offset + MessageHeaderDecoder.ENCODED_LENGTH
                + AcceptedReportDecoder.answersEncodingOffset(), ByteOrder.LITTLE_ENDIAN);
        orders.apply(template, answers, buffer, offset);
        window.taken(answers + 1);
        listener.onReport(template, answers, buffer, offset, length);
        return true;
    }

    /** Returns false to receive the message again, see {@link ReportNumbers}. */
    private boolean isNext(final long number) {
        final long first = reports.next();
        if (settings.recovery() != null && first != soughtInJournal && reports.isGap(number)) {
            soughtInJournal = first;
            isFromJournal = true;
            isResuming = true;
            return false;
        }
        if (!reports.isNext(number)) {
            return false;
        }
        if (first < number) {
            requests.expect(number);
            isWaitingForOpenOrders = true;
            listener.onReportsMissing(first, number - 1);
        }
        return true;
    }

    private boolean sequence(final long nowNs, final DirectBuffer buffer, final int offset) {
        sequence.wrapAndApplyHeader(buffer, offset, header);
        if (state == State.ESTABLISHED && sequence.session() == session) {
            lastReceivedNs = nowNs;
            window.taken(sequence.expected());
            return isNext(sequence.number());
        }
        return true;
    }

    /** All parts have their address in the same place. */
    private void status(final DirectBuffer buffer, final int offset) {
        if (buffer.getLong(offset + MessageHeaderDecoder.ENCODED_LENGTH + MarketStateDecoder.sessionEncodingOffset(),
                ByteOrder.LITTLE_ENDIAN) == session) {
            listener.onStatus(head.template(), buffer, offset);
        }
    }

    private void challenge(final long nowNs, final DirectBuffer buffer, final int offset) {
        challenge.wrapAndApplyHeader(buffer, offset, header);
        if ((state == State.CONNECTING || state == State.PROVING) && challenge.session() == session
                && handshake.isNew(challenge)) {
            if (handshake.answer(challenge, reports.next())) {
                state = State.PROVING;
            } else {
                attemptAgain(nowNs + RETRY_NS);
            }
        }
    }

    private void established(final long nowNs, final long from, final DirectBuffer buffer, final int offset) {
        established.wrapAndApplyHeader(buffer, offset, header);
        established.getSeatNonce(nonce, 0, nonce.length);
        if (state != State.PROVING || established.session() != session || !handshake.isOfAttempt(nonce)
                || established.expected() < 1) {
            return;
        }
        if (!handshake.isProven(from, header.blockLength(), buffer, offset)) {
            wasUnproven = true; // that of the gateway may follow
            return;
        }
        wasUnproven = false;
        final boolean isOther = gateway != from;
        gateway = from;
        seat = established.seat();
        firstReport = established.number();
        notTaken(established.expected());
        gatewayKeepAliveNs = established.keepAlive() * 1_000_000;
        lastReceivedNs = nowNs;
        state = State.ESTABLISHED;
        wasInUse = false;
        requests.open(seat, nowNs);
        // Reports in this session were not taken before: their gateway was not known.
        isResuming = isOther && reports.next() < established.number();
        listener.onEstablished(seat, window.next());
    }

    /**
     * The gateway takes this number next: messages from it on were not taken. Also those that seem answered: if another
     * process had the seat meanwhile, the reports were answers to its messages, which have the same numbers.
     */
    private void notTaken(final long next) {
        for (long number = Math.max(next, window.oldest()); number < window.next(); number++) {
            if (window.has(number)) {
                orders.notTaken(window.template(number), window.orderId(number));
                listener.onNotTaken(number, window.template(number), window.orderId(number));
            }
        }
        window.restart(next);
    }

    private void rejected(final long nowNs, final DirectBuffer buffer, final int offset) {
        rejected.wrapAndApplyHeader(buffer, offset, header);
        rejected.getSeatNonce(nonce, 0, nonce.length);
        if (state != State.CONNECTING && state != State.PROVING || rejected.session() != session
                || !handshake.isOfAttempt(nonce)) {
            return;
        }
        if (rejected.code() == EstablishRejectCode.SEAT_IN_USE) {
            wasInUse = true;
            attemptAgain(nowNs + RETRY_NS);
        } else {
            end(SeatEndCause.REJECTED, SeatEndTexts.rejected(settings, rejected.code()));
        }
    }

    /** The gateway need not have established the seat: it may have read that another one had. */
    private void terminated(final long from, final DirectBuffer buffer, final int offset) {
        terminated.wrapAndApplyHeader(buffer, offset, header);
        if (terminated.session() == session && terminated.expected() >= 1
                && handshake.isProvenEnd(from, header.blockLength(), buffer, offset)) {
            notTaken(terminated.expected());
            if (state == State.TERMINATING) {
                end(SeatEndCause.CLOSED, "closed");
            } else {
                end(SeatEndCause.DISCONNECTED, SeatEndTexts.disconnected(terminated.cause()));
            }
        }
    }

    private void notApplied(final long nowNs, final DirectBuffer buffer, final int offset) {
        notApplied.wrapAndApplyHeader(buffer, offset, header);
        if (notApplied.session() != session) {
            return;
        }
        final NotAppliedCode code = notApplied.code();
        listener.onNotApplied(notApplied.refused(), code);
        if (code == NotAppliedCode.STALE_SESSION) {
            end(SeatEndCause.DISCONNECTED, "the gateway had disconnected the seat before");
        } else if (code == NotAppliedCode.NOT_ESTABLISHED) {
            gatewayLost(nowNs, "the gateway does not know the session"); // sent before the gateway had begun
        } else if (state == State.ESTABLISHED || state == State.TERMINATING) {
            end(SeatEndCause.NOT_APPLIED, "the gateway has not taken message " + notApplied.refused() + ", expected "
                    + notApplied.expected() + ": " + code);
        }
    }

    private void end(final SeatEndCause cause, final String description) {
        if (state != State.ENDED) {
            state = State.ENDED;
            requests.close();
            listener.onEnded(cause, description);
        }
    }
}
