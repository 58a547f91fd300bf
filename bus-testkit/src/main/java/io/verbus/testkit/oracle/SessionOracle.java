package io.verbus.testkit.oracle;

import io.verbus.Gap;
import io.verbus.LossCause;
import io.verbus.LostSession;
import java.util.BitSet;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Checks the events of one session at one subscription: each frame from the first is delivered once and in order, or
 * reported missing; the reported ends are those of the session; nothing follows the end. It continues after a
 * violation, unless the receiver of the violations throws.
 */
public final class SessionOracle {
    /** In place of a sequence. */
    public static final long UNKNOWN = -1;

    private final Published published;
    private final Reception reception;
    private final Consumer<String> violations;
    /** Frames delivered or reported; only if the order is not that of the sequences. */
    private final BitSet seen = new BitSet();
    private long first = UNKNOWN;
    private long next;
    private long delivered;
    private long missed;
    private boolean begun;
    private boolean silent;
    /** Whether the relay that served it has ended, which may follow its silence. */
    private boolean isAway;
    private boolean over;
    private boolean deliveredLast;

    /** For a plain subscription that may start anywhere, to a session of which nothing is known. */
    public SessionOracle(final Consumer<String> violations) {
        this(Published.UNKNOWN, Reception.PLAIN, UNKNOWN, violations);
    }

    /**
     * For a subscription.
     *
     * @param published messages of the session
     * @param reception of the subscription
     * @param requested first sequence, which is delivered or reported; or {@link #UNKNOWN}
     * @param violations receives the description of each
     */
    public SessionOracle(final Published published, final Reception reception, final long requested,
            final Consumer<String> violations) {
        this.published = published;
        this.reception = reception;
        this.next = requested;
        this.violations = violations;
    }

    /** The first sequence to be delivered or reported; {@link #UNKNOWN} before the start. */
    public long first() {
        return first;
    }

    /** The sequence after the newest one that was delivered or reported. */
    public long next() {
        return next;
    }

    /** The next message: a subscription that starts inside a message starts with the next one. */
    public long nextMessage() {
        return begun ? next : published.beginning(next == UNKNOWN ? first : next);
    }

    /** Number of sequences that a handler received. */
    public long delivered() {
        return delivered;
    }

    /** Number of sequences that were reported missing. */
    public long missed() {
        return missed;
    }

    /** Whether a message was delivered, or reported missing. */
    public boolean isBegun() {
        return begun;
    }

    public boolean isStarted() {
        return first != UNKNOWN;
    }

    /** Whether the last event was a message, not a gap. */
    public boolean isDeliveredLast() {
        return deliveredLast;
    }

    /** Whether the session ended, or was lost for good. */
    public boolean isOver() {
        return over;
    }

    /** Whether every frame so far was delivered or reported missing. */
    public boolean isWhole() {
        return hasReached(published.committed());
    }

    /** The session has started. */
    public void started(final long newFirst) {
        check(!isStarted() && !over, () -> "started twice");
        first = newFirst;
        next = next == UNKNOWN ? first : next;
    }

    /** A handler has a message, which it may still refuse. */
    public void offered(final long sequence) {
        checkActive("message", sequence);
        if (sequence != next && reception != Reception.RECOVERING_LIVE_FIRST && sequence != nextMessage()
                && !startsLater(sequence)) {
            violated("message " + sequence + " where " + next + " was expected");
        }
    }

    /** A handler has taken a message. */
    public void message(final long sequence, final int frames) {
        offered(sequence);
        if (sequence + frames > published.committed()) {
            violated("message " + sequence + " was never published");
        }
        if (!published.isMessage(sequence, frames)) {
            violated("message " + sequence + " in " + frames + " frames, or inside another");
        }
        cover(sequence, sequence + frames - 1);
        delivered += frames;
        deliveredLast = true;
    }

    /** Messages are reported missing. */
    public void gap(final Gap gap) {
        gap(gap.first(), gap.last());
    }

    /** Messages are reported missing. */
    public void gap(final long from, final long to) {
        checkActive("gap", from);
        check(from >= 0 && to >= from && to < Math.max(published.committed(), first),
                () -> "impossible gap " + from + " to " + to);
        final boolean isBeforeStart = !begun && to + 1 == first && (from == next || next == first);
        check(reception == Reception.RECOVERING_LIVE_FIRST || isBeforeStart || from == next
                || !begun && (from == nextMessage() || from == first) || startsLater(from),
                () -> "gap " + from + " to " + to + " where " + next + " was expected");
        first = isBeforeStart ? from : first;
        cover(from, to);
        missed += to - from + 1;
        deliveredLast = false;
    }

    /** A recovering subscription may request a sequence, and receive its first message later. */
    private boolean startsLater(final long sequence) {
        return !begun && reception != Reception.PLAIN && sequence > next;
    }

    private void cover(final long from, final long to) {
        begun = true;
        if (reception == Reception.RECOVERING_LIVE_FIRST) {
            final int twice = seen.nextSetBit((int) from);
            check(twice < 0 || twice > to, () -> "received twice: " + twice);
            seen.set((int) from, (int) to + 1);
            next = Math.max(next, to + 1);
        } else {
            next = to + 1;
        }
    }

    /** The session is lost, for good or not. */
    public void lost(final LostSession lost) {
        checkActive("loss", lost.next());
        check(lost.knownNext() <= Math.max(published.committed(), first),
                () -> "reported more than was published: " + lost);
        if (lost.forGood()) {
            // A reader that knows of a part of a message may have recovered all of it.
            final boolean isRecovered = reception != Reception.PLAIN && next == published.beginning(lost.knownNext());
            check(isRecovered || hasReached(lost.knownNext()), () -> lost + " where " + next + " comes next");
            over = true;
        } else {
            check(!silent || lost.cause() == LossCause.RELAY_ENDED && !isAway, () -> "lost twice");
            isAway = lost.cause() == LossCause.RELAY_ENDED;
            check(reception != Reception.PLAIN || lost.next() == next || lost.next() == nextMessage(),
                    () -> lost + " where " + next + " comes next");
            silent = true;
        }
    }

    /** The session is back. */
    public void back(final long newNext) {
        checkActive("back", newNext);
        check(silent, () -> "back without a loss");
        check(reception != Reception.PLAIN || newNext == next || newNext == nextMessage(),
                () -> "back at " + newNext + " where " + next + " comes next");
        silent = false;
        isAway = false;
    }

    /** The session has ended. */
    public void ended(final long messages) {
        checkActive("end", messages);
        check(published == Published.UNKNOWN || messages == published.committed()
        // A reader that requested a message that never came receives that number.
                || !begun && messages == next && next > published.committed(),
                () -> "ended with " + messages + " of " + published.committed());
        check(hasReached(messages), () -> "ended with " + messages + " where " + next + " comes next");
        over = true;
    }

    /** A handler has thrown. */
    public void failed(final long sequence) {
        check(deliveredLast && sequence < next, () -> "a failure at " + sequence + " that is not of the last message");
    }

    /** The requested start may be beyond the end. */
    private boolean hasReached(final long end) {
        return (begun ? next == end : nextMessage() >= end)
                && (seen.isEmpty() || seen.nextClearBit(seen.nextSetBit(0)) >= next);
    }

    private void checkActive(final String event, final long sequence) {
        if (!isStarted() || over) {
            violated(event + " " + sequence + (over ? " after the end" : " before the start"));
        }
    }

    private void check(final boolean holds, final Supplier<String> what) {
        if (!holds) {
            violated(what.get());
        }
    }

    private void violated(final String what) {
        violations.accept(what + ": " + this);
    }

    @Override
    public String toString() {
        return delivered + " delivered, " + missed + " missed, from " + first + " up to " + next;
    }
}
