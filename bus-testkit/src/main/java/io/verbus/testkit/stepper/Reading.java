package io.verbus.testkit.stepper;

import io.verbus.Gap;
import io.verbus.LostSession;
import io.verbus.Policy;
import io.verbus.testkit.seeds.Violation;

/**
 * Checks the messages that one subscription receives of one session: every frame from its start, in order, once and
 * intact, or else reported missing.
 */
final class Reading {
    private static final long UNKNOWN = -1;

    private final World world;
    private final String name;
    private final Published truth;
    private final Policy policy;
    /** The next frame that must be delivered or reported missing. */
    private long next;
    /** The lowest possible first frame, if the first frame is not known. */
    private final long oldest;
    /** The first frame announced at the start; earlier requested frames were gone at the join. */
    private long first = UNKNOWN;
    private boolean over;
    private boolean begun;
    private boolean silent;
    /** It has missed a message after its start. */
    private boolean gapped;
    /** Whether it blocks its publisher. */
    private boolean acknowledged;
    private InHand inHand = InHand.NOTHING;

    /**
     * The message that a handler has, or had last.
     *
     * @param sequence of the message
     * @param inPlace whether it is read in the log
     * @param interrupted whether other processes have stepped during the handler
     * @param torn whether it has changed in the meantime
     */
    private record InHand(long sequence, boolean inPlace, boolean interrupted, boolean torn) {
        static final InHand NOTHING = new InHand(UNKNOWN, false, false, false);
    }

    private Reading(final World world, final String name, final Published truth, final Policy policy, final long next,
            final long oldest) {
        this.world = world;
        this.name = name;
        this.truth = truth;
        this.policy = policy;
        this.next = next;
        this.oldest = oldest;
    }

    /** From a sequence. */
    static Reading from(final World world, final String name, final Published truth, final Policy policy,
            final long first) {
        return new Reading(world, name, truth, policy, first, first);
    }

    /** From the oldest frame in the log; the exact frame is not known. */
    static Reading oldest(final World world, final String name, final Published truth, final Policy policy) {
        long oldest = 0;
        while (oldest < truth.committed() && truth.end(oldest) <= truth.position() - World.CAPACITY) {
            oldest++;
        }
        return new Reading(world, name, truth, policy, UNKNOWN, oldest);
    }

    Published truth() {
        return truth;
    }

    /** Whether the start of the session was announced. */
    boolean isStarted() {
        return first != UNKNOWN;
    }

    /** Whether the session is over for this subscription. */
    boolean isOver() {
        return over;
    }

    /** The next expected frame. */
    long next() {
        // A reader that starts inside a message starts with the next one.
        return begun ? next : truth.beginning(next == UNKNOWN ? first : next);
    }

    void acknowledged() {
        acknowledged = true;
    }

    void release() {
        acknowledged = false;
    }

    void started(final long newFirst) {
        check(!isStarted() && !over, "started twice");
        check(newFirst <= Math.max(next, truth.committed())
                && newFirst >= Math.min(Math.max(next, oldest), truth.committed()),
                "started with " + newFirst + ", " + next + " is next and the oldest was " + oldest + " or newer");
        first = newFirst;
    }

    /** A handler is called with the next message. */
    void handed(final long sequence, final boolean inPlace, final String fault) {
        checkTornReported();
        check(isStarted() && !over, "got message " + sequence + " before its start or after its end");
        next = next();
        check(sequence == next, "got message " + sequence + ", not " + next);
        check(fault == null, fault);
        check(policy != Policy.EVICT || !gapped, "got message " + sequence + " after a lap under EVICT");
        check(!inPlace || acknowledged || policy == Policy.BLOCK, "reads in place without acknowledgement");
        inHand = new InHand(sequence, inPlace, false, false);
    }

    /** Other processes have stepped during the handler. */
    void interrupted(final boolean torn) {
        check(!torn || inHand.inPlace(), "message " + inHand.sequence() + " changed although it is a copy");
        check(!torn || !acknowledged, "message " + inHand.sequence() + " changed although the reader is acknowledged");
        inHand = new InHand(inHand.sequence(), inHand.inPlace(), true, torn);
    }

    void taken() {
        begun = true;
        next += truth.frames(next);
    }

    /** The handler refused the message: nothing was delivered. */
    void notTaken() {
        inHand = InHand.NOTHING;
    }

    void gap(final Gap gap) {
        checkTornReported();
        check(isStarted() && !over, "gap before its start or after its end");
        // A reader that loses the session before its first frame does not know that no message begins there.
        check(gap.first() == next || gap.first() == next() || !begun && gap.first() == first
                || next == UNKNOWN && gap.first() >= oldest && gap.last() == first - 1,
                "gap " + gap.first() + " to " + gap.last() + " reported, but " + next() + " is next");
        check(gap.last() >= gap.first() && gap.last() < truth.committed(),
                "gap " + gap.first() + " to " + gap.last() + " reported of " + truth.committed());
        check(!acknowledged || gap.last() < first, "misses " + gap.first() + " to " + gap.last()
                + " although it is acknowledged");
        if (gap.cause().contains("newest message")) {
            check(policy == Policy.CONFLATE, "continued with the newest message under " + policy);
            check(gap.last() + 1 < truth.committed() && truth.beginning(gap.last() + 2) == truth.committed(),
                    "misses all up to " + gap.last() + " of " + truth.committed()
                            + ", and the newest begins elsewhere");
            world.note(name, Event.CONFLATED, truth.toString());
        }
        gapped |= gap.last() >= first;
        begun = true;
        next = gap.last() + 1;
    }

    void doubtful(final long sequence) {
        check(inHand.sequence() == sequence && inHand.inPlace() && inHand.interrupted() && !acknowledged,
                "message " + sequence + " reported as doubtful, but it cannot have changed: " + inHand);
        check(truth.position() - truth.end(sequence) > World.CAPACITY / 2,
                "message " + sequence + " reported as doubtful, but it is still in the log");
        inHand = InHand.NOTHING;
    }

    /** Its publisher is silent, and was for this time at the last duty cycle of the subscription's conductor. */
    void lost(final LostSession lost, final long silentNs) {
        checkTornReported();
        check(!over, "lost after its end");
        if (lost.forGood() && lost.cause().contains("EVICT")) {
            check(policy == Policy.EVICT, "lost for good (" + lost.cause() + ") under " + policy);
            checkWhole(lost.knownNext());
            over = true;
            world.note(name, Event.LOST_BY_LAP, truth.toString());
        } else if (lost.forGood()) {
            check(truth.isOver() && !truth.isEnded(),
                    "lost for good (" + lost.cause() + ") although its publisher lives");
            checkWhole(lost.knownNext());
            over = true;
            world.note(name, truth.isDead() ? Event.LOST_BY_DEATH : Event.LOST_WITHOUT_END, truth.toString());
        } else {
            check(!silent, "lost twice");
            check(silentNs >= World.HEARTBEAT_TIMEOUT.toNanos(), "lost after a silence of " + silentNs + " ns");
            check(lost.next() == next() && lost.knownNext() <= truth.committed(), "lost: " + lost);
            silent = true;
            world.note(name, Event.PUBLISHER_SILENT, truth.toString());
        }
    }

    void back(final long nextToCome) {
        check(silent && !over && nextToCome == next(), "back, with " + nextToCome + " to come");
        silent = false;
        world.note(name, Event.PUBLISHER_BACK, truth.toString());
    }

    void ended(final long messages) {
        checkTornReported();
        check(!over && truth.isEnded(), "ended, but its publisher has not ended it");
        checkWhole(messages);
        over = true;
        world.note(name, Event.ENDED, truth + " with " + messages);
    }

    /** At the end of a poll, and before any other event of the same session: a torn message has been reported. */
    void checkTornReported() {
        check(!inHand.torn(), "message " + inHand.sequence() + " changed during the handler without a report");
    }

    /** Without faults, the end of each session that is over has been announced. */
    void checkOver() {
        check(over, "received no end of the session, " + next + " of " + truth.committed() + " is next");
    }

    private void checkWhole(final long messages) {
        // A reader that requested a message that never came receives that number, or the number of messages.
        check(messages == truth.committed() || !begun && messages == next && next > truth.committed(),
                "end reported " + messages + " messages, there were "
                        + truth.committed());
        check(next() >= messages,
                "over before " + next + " was delivered or reported");
    }

    private void check(final boolean holds, final String what) {
        if (!holds) {
            throw new Violation(name + " of " + truth + ": " + what);
        }
    }
}
