package io.verbus.marketdata.mold;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.util.Locale;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Follows a session of MoldUDP64 or IEX-TP from its sequence 1, on one or more {@link MoldSettings#withSides sides}:
 * delivers each message to the sink once and in order, regardless of the order of packets, and requests missing
 * messages.
 *
 * <ul>
 * <li>The first copy of a message is delivered, from any side.
 * <li>A packet that is ahead opens a gap and is held. The gap is requested from its first message when each side has
 * passed it or is silent, at the latest after a {@link MoldSettings#withRetryNs retry interval}: with one side at once.
 * It is requested again when part of it has arrived, and after every retry interval without progress. After the
 * {@link MoldSettings#withAttempts number of attempts} it is a loss.
 * <li>Without a re-request server, a gap is a loss a retry interval after each side has passed it or is silent, after
 * the number of attempts, or when the memory for early packets is full.
 * <li>Heartbeats and the end of the session contain the next sequence, so a lost tail is detected too. Such a claim
 * without messages is provisional: the next packet of the sender with a lower sequence cancels it, and it is not a loss
 * before {@link MoldDiscipline#silenceNs()} without such a packet. A lower heartbeat or end also drops the held packets
 * of its side after its sequence. If it was only late, a later packet opens the gap again.
 * <li>Packets of another session are counted and skipped, unless this one has been silent for
 * {@link MoldDiscipline#silenceNs()} and two of them arrive. Then the missing messages of this one are a loss, and the
 * new one is followed from its sequence 1. The receiver does not return to a previous session.
 * <li>In IEX-TP the sequence can fall back to 1 in the same session, when the sender restarts. That is another session,
 * after the same silence and with the second packet. Trusted packets need neither: of these the first one that was sent
 * later than all others of its side, with an earlier sequence, begins it, and packets sent before it are skipped.
 * <li>A packet that is far ahead is accepted only with a second one that confirms it.
 * <li>A session has ended when, for {@link MoldDiscipline#silenceNs()} after its announced end, neither a heartbeat nor
 * a later message of it has arrived. If one arrives, the end was false and the session continues.
 * <li>Datagrams that are not complete packets are counted and skipped.
 * </ul>
 *
 * <p>Time and transport are parameters. For one thread. Allocates only when a session starts or messages are lost.
 */
public final class MoldReceiver {
    private final MoldSettings settings;
    private final PacketFormat format;
    private final MoldSink sink;
    private final MoldRequester requester;
    private final HeldPackets held;
    private final FeedSides sides;
    private final MoldCounts counts = new MoldCounts();
    private final UnsafeBuffer request = new UnsafeBuffer(new byte[MoldLayout.HEADER_LENGTH]);
    /** Headers of packets of the session and the previous one. */
    private final UnsafeBuffer session;
    private final UnsafeBuffer sessionBefore;
    /** Header of another session, of which one packet has arrived since the last one of this session. */
    private final UnsafeBuffer candidate;
    private MoldState state = MoldState.SILENT;
    private long lastPacketNs;
    private long expected;
    /** One more than the highest sequence of a received message of any side, or of a lost one. */
    private long received;
    /** One more than the highest known sequence; above {@code received} only by a claim without messages. */
    private long newest;
    /** The next sequence according to the end of the session, or 0. */
    private long end;
    /** Time since which the session is complete up to its announced end. */
    private long endNs;
    /** The first sequence after the requested gap. */
    private long gapEnd;
    /** Time at which the gap was detected. */
    private long gapNs;
    /** Whether messages after the gap have arrived. */
    private boolean isGapProven;
    /** Whether each side has passed the gap, or is silent. */
    private boolean isGapPassed;
    /** Time at which the last packet before the restart of a session was sent; below 0 if there is none. */
    private long sentBeforeNs = -1;
    private long requestedFrom;
    private long requestedNs;
    private int attempts;

    /**
     * Creates a receiver.
     *
     * @param settings requests and accepted packets
     * @param sink receives the messages
     * @param requester sends requests; null without a re-request server
     */
    public MoldReceiver(final MoldSettings settings, final MoldSink sink, final MoldRequester requester) {
        this.settings = settings;
        this.sink = sink;
        this.requester = requester;
        format = settings.format();
        session = new UnsafeBuffer(new byte[format.headerLength()]);
        sessionBefore = new UnsafeBuffer(new byte[format.headerLength()]);
        candidate = new UnsafeBuffer(new byte[format.headerLength()]);
        held = new HeldPackets(format, settings.heldBytes());
        sides = new FeedSides(settings.sides(), settings.discipline());
    }

    /** {@return the state of the session} */
    public MoldState state() {
        return state;
    }

    /** {@return the packet counts} */
    public MoldCounts counts() {
        return counts;
    }

    /**
     * Messages of a side that were delivered, because their copies of the other sides came later or never.
     *
     * @param side from 0
     * @return their number
     */
    public long firstCopies(final int side) {
        return sides.of(side).firstCopies;
    }

    /** {@return sequence of the next message to be delivered, or 0 before the first session} */
    public long expected() {
        return expected;
    }

    /** {@return the session name as text, "" before the first packet} */
    public String session() {
        return state == MoldState.SILENT ? "" : format.session(session, 0);
    }

    /**
     * Processes a datagram of the feed.
     *
     * @param side of the feed, from 0
     * @param in contains the datagram; untrusted
     * @param offset its offset
     * @param length its length in bytes, all of them in the buffer
     * @param nowNs the time now
     */
    public void onDatagram(final int side, final DirectBuffer in, final int offset, final int length,
            final long nowNs) {
        if (isOver()) {
            return;
        }
        counts.packets++;
        if (!format.isSound(in, offset, length)) {
            counts.malformed++;
        } else if (state == MoldState.SILENT
                ? settings.discipline().isWanted(format, in, offset)
                : isOfSession(in, offset) && !isRestart(side, in, offset, nowNs)) {
            if (isLate(side, in, offset)) {
                counts.latePackets++;
            } else {
                follow(side, in, offset, length, nowNs, false);
            }
        } else if (mayTakeOver(in, offset, nowNs)) {
            begin(in, offset, nowNs);
            follow(side, in, offset, length, nowNs, false);
        } else {
            counts.strayPackets++;
        }
    }

    /**
     * Processes an answer of the re-request server. Only its messages count: it starts no session, and makes no claim.
     * They count as messages of the first side.
     *
     * @param in contains the datagram; untrusted
     * @param offset its offset
     * @param length its length in bytes, all of them in the buffer
     * @param nowNs the time now
     */
    public void onAnswer(final DirectBuffer in, final int offset, final int length, final long nowNs) {
        if (isOver()) {
            return;
        }
        counts.packets++;
        if (!format.isSound(in, offset, length)) {
            counts.malformed++;
        } else if (isOfSession(in, offset)) {
            follow(0, in, offset, length, nowNs, true);
        } else {
            counts.strayPackets++;
        }
    }

    /**
     * Counts a datagram of another sender, without reading it.
     */
    public void onStray() {
        counts.packets++;
        counts.strayPackets++;
    }

    /**
     * Whether another sender may replace the current one of a side.
     *
     * @param side of the feed, from 0
     * @param nowNs the time now
     * @return true before the first packet, and if the side is silent
     */
    public boolean isSilent(final int side, final long nowNs) {
        return state == MoldState.SILENT || sides.isSilent(side, nowNs);
    }

    private void follow(final int side, final DirectBuffer in, final int offset, final int length, final long nowNs,
            final boolean isAnswer) {
        if (state == MoldState.SILENT) {
            begin(in, offset, nowNs);
        }
        final FeedSide from = sides.of(side);
        from.lastPacketNs = nowNs;
        from.sentNs = Math.max(from.sentNs, format.sentNs(in, offset));
        candidate.setMemory(0, candidate.capacity(), (byte) 0);
        final long first = format.sequence(in, offset);
        if (from.jumps.accepts(first, first + format.messages(in, offset), received, newest)) {
            if (!isAnswer) {
                onClaim(side, in, offset, nowNs);
            }
            onMessages(side, in, offset, length);
            proceed(nowNs);
        } else {
            counts.doubtedPackets++;
        }
    }

    private boolean isOfSession(final DirectBuffer in, final int offset) {
        return state != MoldState.SILENT && format.isSameSession(session, in, offset);
    }

    /**
     * Whether a packet of the session is late, or of a sender that has restarted: its side has passed it, or it was
     * sent later than the packets of all sides that have passed it.
     */
    private boolean isBehind(final int side, final DirectBuffer in, final int offset) {
        final long sequence = format.sequence(in, offset);
        return format.canRestart() && sequence < expected
                && (sequence < sides.of(side).received || format.sentNs(in, offset) > sides.sentNs());
    }

    /**
     * Whether a packet is skipped. It is not a sign of life: a session with a restarted sender would never be silent.
     */
    private boolean isLate(final int side, final DirectBuffer in, final int offset) {
        return isBehind(side, in, offset)
                || settings.discipline().isTrusting() && format.sentNs(in, offset) <= sentBeforeNs;
    }

    /** Whether the sender of the session has restarted: it sends earlier sequences later, or after a silence. */
    private boolean isRestart(final int side, final DirectBuffer in, final int offset, final long nowNs) {
        return isBehind(side, in, offset)
                && (format.sentNs(in, offset) > sides.of(side).sentNs || sides.areSilent(nowNs));
    }

    /** Another session is followed only if this one is silent, and with its second packet. */
    private boolean mayTakeOver(final DirectBuffer in, final int offset, final long nowNs) {
        final boolean isSame = isOfSession(in, offset);
        if (isSame && settings.discipline().isTrusting()) {
            return true;
        }
        if (state == MoldState.SILENT || state == MoldState.ENDING || !sides.areSilent(nowNs)
                || !isSame && format.isSameSession(sessionBefore, in, offset)
                || !settings.discipline().isWanted(format, in, offset)) {
            return false;
        }
        if (format.isSameSession(candidate, in, offset)) {
            return true;
        }
        candidate.putBytes(0, in, offset, candidate.capacity());
        return false;
    }

    /**
     * Delivers the next held packet, if it is due. The caller repeats this until it returns false, before it passes the
     * next datagram.
     *
     * @param nowNs the time now
     * @return whether a packet was delivered
     */
    public boolean deliverHeld(final long nowNs) {
        if (isOver() || !isHeldDue()) {
            return false;
        }
        final int offset = held.headOffset();
        final int length = held.headLength();
        final int side = held.headSide();
        held.removeHead();
        takeMessages(side, held.buffer(), offset, length);
        proceed(nowNs);
        return true;
    }

    /**
     * Repeats unanswered requests, and reports a loss after the last attempt.
     *
     * @param nowNs the time now
     */
    public void onTime(final long nowNs) {
        if (state == MoldState.ENDING && nowNs - endNs >= settings.discipline().silenceNs()) {
            state = MoldState.ENDED;
        }
        if (state != MoldState.RECOVERING || isHeldDue()) {
            return;
        }
        if (!isGapPassed && sides.havePassed(gapEnd, nowNs)) {
            isGapPassed = true;
            request(nowNs);
        } else if (nowNs - requestedNs >= settings.retryNs()) {
            if (isLost(nowNs)) {
                lose(nowNs);
            } else {
                request(nowNs);
            }
        }
    }

    /**
     * The source of the packets has ended: missing messages are lost. The caller then delivers the held packets, and
     * repeats this while the state is {@link MoldState#RECOVERING}.
     *
     * @param nowNs the time now
     */
    public void onNothingMore(final long nowNs) {
        if (state == MoldState.RECOVERING && !isHeldDue()) {
            lose(nowNs);
        }
    }

    private boolean isLost(final long nowNs) {
        return isCertain(nowNs) && (attempts >= settings.attempts() || requester == null && isGapPassed);
    }

    /** Whether the messages of the gap exist: later ones have arrived, or the sender had the time to deny them. */
    private boolean isCertain(final long nowNs) {
        return isGapProven || nowNs - gapNs >= settings.discipline().silenceNs();
    }

    private boolean isOver() {
        return state == MoldState.ENDED || state == MoldState.GIVEN_UP;
    }

    private boolean isHeldDue() {
        return !held.isEmpty() && held.sequence() <= expected;
    }

    private void begin(final DirectBuffer in, final int offset, final long nowNs) {
        sentBeforeNs = -1;
        if (state != MoldState.SILENT) {
            final boolean isRestart = isOfSession(in, offset);
            if (expected < newest) {
                reportLoss(newest, isRestart ? "when its sender restarted" : "when another session replaced it");
            }
            if (isRestart && format.sentNs(in, offset) > sides.sentNs()) {
                sentBeforeNs = sides.sentNs();
            }
            sessionBefore.putBytes(0, session, 0, session.capacity());
        }
        session.putBytes(0, in, offset, session.capacity());
        candidate.setMemory(0, candidate.capacity(), (byte) 0);
        held.clear();
        sides.begin(nowNs);
        expected = 1;
        received = 1;
        newest = 1;
        end = 0;
        gapEnd = 0;
        requestedFrom = 0;
        state = MoldState.LIVE;
        sink.onSession(session());
    }

    /** Processes the sequences that a sender announces. They deny only those of the same side. */
    private void onClaim(final int side, final DirectBuffer in, final int offset, final long nowNs) {
        final FeedSide from = sides.of(side);
        final int messages = format.messages(in, offset);
        final long next = format.sequence(in, offset) + messages;
        final boolean isEnd = format.isEndOfSession(in, offset);
        if (end != 0 && !isEnd) {
            if (next > end || messages == 0 && from.end == end) {
                denyEnd();
            } else if (messages == 0) {
                endNs = nowNs; // the other side may be late
            }
        }
        if (messages == 0 && next < from.received) {
            held.removeFrom(side, next);
            from.received = next;
        }
        from.newest = Math.max(next, from.received); // lower than before if the packet cancels a claim
        measure();
        if (newest < gapEnd) { // the requests were for messages that do not exist: the rest is a new gap
            gapEnd = expected;
            requestedFrom = 0;
        }
        if (isEnd && next == newest) {
            if (end != 0 && next != end) {
                denyEnd();
            }
            end = next;
            from.end = next;
        }
    }

    /** Finds the highest sequences of all sides. */
    private void measure() {
        received = sides.received(expected);
        newest = sides.newest(received);
    }

    private void onMessages(final int side, final DirectBuffer in, final int offset, final int length) {
        final int messages = format.messages(in, offset);
        final long first = format.sequence(in, offset);
        if (messages == 0) {
            counts.heartbeats++;
            return;
        }
        sides.of(side).receive(first + messages);
        if (first > expected) {
            measure();
            hold(side, in, offset, length);
        } else {
            final long before = expected;
            takeMessages(side, in, offset, length);
            counts.recovered += state == MoldState.RECOVERING ? expected - before : 0;
        }
    }

    private void denyEnd() {
        counts.falseEnds++;
        sink.onFalseEnd(session(), end);
        end = 0;
        sides.denyEnd();
    }

    private void hold(final int side, final DirectBuffer in, final int offset, final int length) {
        if (held.add(side, in, offset, length)) {
            counts.heldPackets++;
            gapEnd = Math.min(gapEnd, held.sequence()); // held messages are not missing
        } else {
            counts.refusedPackets++;
        }
    }

    /** Delivers the new messages of a packet that is not ahead. */
    private void takeMessages(final int side, final DirectBuffer in, final int offset, final int length) {
        final long first = format.sequence(in, offset);
        final long next = first + format.messages(in, offset);
        assert first <= expected : "a packet is ahead: " + first + ", not " + expected;
        final long old = Math.min(next, expected) - first;
        counts.repeated += old;
        if (next > expected) {
            final int at = format.skip(in, offset, old);
            counts.messages += next - expected;
            sides.of(side).firstCopies += next - expected;
            expected = next;
            measure();
            if (end != 0 && next > end) {
                denyEnd();
            }
            sink.onMessages(in, at, offset + length - at, first + old);
        }
    }

    /** Chooses the next state after a change. */
    private void proceed(final long nowNs) {
        assert expected <= newest : expected + " is expected, " + newest + " is the newest";
        if (expected == newest) {
            goLive(nowNs);
        } else if (!isHeldDue()) {
            if (state != MoldState.RECOVERING || requestedFrom != expected) {
                recover(nowNs);
            } else if (!isGapProven && gapEnd <= received) {
                isGapProven = true;
                attempts = 0; // earlier requests may have preceded the messages
            }
            if (requester == null && !held.isEmpty() && !held.hasRoom()) {
                lose(nowNs); // packets without room would be lost too
            }
        }
    }

    private void goLive(final long nowNs) {
        assert held.isEmpty() || isHeldDue() : "held packets are below the newest sequence";
        if (expected != end) {
            state = MoldState.LIVE;
        } else if (state != MoldState.ENDING) {
            state = MoldState.ENDING;
            endNs = nowNs;
        }
    }

    /** Requests a new gap, or the rest of one. */
    private void recover(final long nowNs) {
        if (expected >= gapEnd) {
            gapEnd = held.isEmpty() ? newest : held.sequence();
            gapNs = nowNs;
            counts.gaps++;
        }
        assert gapEnd > expected : "there is no gap before " + gapEnd;
        state = MoldState.RECOVERING;
        isGapProven = gapEnd <= received;
        attempts = 0;
        requestedFrom = expected;
        requestedNs = nowNs;
        isGapPassed = sides.havePassed(gapEnd, nowNs);
        if (isGapPassed) {
            request(nowNs);
        }
    }

    /** Begins an attempt; without a re-request server the only one is to wait. */
    private void request(final long nowNs) {
        requestedNs = nowNs;
        attempts++;
        if (requester != null) {
            final long count = Math.min(gapEnd - expected, settings.messagesPerRequest());
            request.putBytes(MoldLayout.SESSION, session, 0, MoldLayout.SESSION_LENGTH);
            request.putLong(MoldLayout.SEQUENCE, expected, BIG_ENDIAN);
            request.putShort(MoldLayout.COUNT, (short) count, BIG_ENDIAN);
            counts.requests++;
            requester.request(request);
        }
    }

    private void lose(final long nowNs) {
        if (end != 0 && gapEnd > end) { // an answer makes no claim, but its messages deny an end before them
            denyEnd();
        }
        if (!settings.continuesAfterLoss()) {
            state = MoldState.GIVEN_UP;
        }
        reportLoss(gapEnd, cause());
        if (settings.continuesAfterLoss()) {
            expected = gapEnd;
            measure();
            proceed(nowNs);
        }
    }

    private String cause() {
        return requester == null
                ? (sides.number() == 1 ? "" : "on each side, ") + "without a re-request server"
                : String.format(Locale.ROOT, "after %,d %s without an answer", attempts,
                        attempts == 1 ? "request" : "requests");
    }

    private void reportLoss(final long next, final String cause) {
        counts.lost += next - expected;
        sink.onLoss(session(), expected, next - 1, cause);
    }
}
