package io.verbus.testkit.stepper;

import io.verbus.Gap;
import io.verbus.GapCause;
import io.verbus.LossCause;
import io.verbus.LostSession;
import io.verbus.Policy;
import io.verbus.support.seeds.Violation;
import io.verbus.testkit.oracle.Reception;
import io.verbus.testkit.oracle.SessionOracle;

/**
 * Checks the messages that one subscription receives of one session: as {@link SessionOracle}, and against the state of
 * the publisher, the log and the acknowledgement, which the history knows.
 */
final class SessionChecks {
    private final StepperWorld world;
    private final String name;
    private final SteppedFeed truth;
    private final Policy policy;
    private final SessionOracle oracle;
    /** The requested first frame; {@link SessionOracle#UNKNOWN} if any of the log may be the first. */
    private final long requested;
    /** The lowest possible first frame. */
    private final long oldest;
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
        static final InHand NOTHING = new InHand(SessionOracle.UNKNOWN, false, false, false);
    }

    private SessionChecks(final StepperWorld world, final String name, final SteppedFeed truth, final Policy policy,
            final long requested,
            final long oldest) {
        this.world = world;
        this.name = name;
        this.truth = truth;
        this.policy = policy;
        this.requested = requested;
        this.oldest = oldest;
        this.oracle = new SessionOracle(truth, Reception.PLAIN, requested, this::violated);
    }

    /** From a sequence. */
    static SessionChecks from(final StepperWorld world, final String name, final SteppedFeed truth, final Policy policy,
            final long first) {
        return new SessionChecks(world, name, truth, policy, first, first);
    }

    /** From the oldest frame in the log; the exact frame is not known. */
    static SessionChecks oldest(final StepperWorld world, final String name, final SteppedFeed truth,
            final Policy policy) {
        long oldest = 0;
        while (oldest < truth.committed() && truth.end(oldest) <= truth.position() - StepperWorld.CAPACITY) {
            oldest++;
        }
        return new SessionChecks(world, name, truth, policy, SessionOracle.UNKNOWN, oldest);
    }

    SteppedFeed truth() {
        return truth;
    }

    /** Whether the session is over for this subscription. */
    boolean isOver() {
        return oracle.isOver();
    }

    /** The next expected frame. */
    long next() {
        return oracle.nextMessage();
    }

    void acknowledged() {
        acknowledged = true;
    }

    void release() {
        acknowledged = false;
    }

    void started(final long first) {
        check(first <= Math.max(requested, truth.committed())
                && first >= Math.min(Math.max(requested, oldest), truth.committed()),
                "started with " + first + ", requested " + requested + ", and the oldest was " + oldest + " or newer");
        oracle.started(first);
    }

    /** A handler is called with the next message. */
    void handed(final long sequence, final boolean inPlace, final String fault) {
        checkTornReported();
        oracle.offered(sequence);
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

    void taken(final int frames) {
        oracle.message(inHand.sequence(), frames);
    }

    /** The handler refused the message: nothing was delivered. */
    void notTaken() {
        inHand = InHand.NOTHING;
    }

    void gap(final Gap gap) {
        checkTornReported();
        final long first = oracle.first();
        check(gap.first() >= oldest, "gap of " + gap.first() + ", but the oldest was " + oldest + " or newer");
        check(!acknowledged || gap.last() < first, "misses " + gap.first() + " to " + gap.last()
                + " although it is acknowledged");
        if (gap.cause() == GapCause.CONFLATED) {
            check(policy == Policy.CONFLATE, "continued with the newest message under " + policy);
            check(gap.last() + 1 < truth.committed() && truth.beginning(gap.last() + 2) == truth.committed(),
                    "misses all up to " + gap.last() + " of " + truth.committed()
                            + ", and the newest begins elsewhere");
            world.note(name, StepperEvent.CONFLATED, truth.toString());
        }
        oracle.gap(gap);
        gapped |= gap.last() >= first;
    }

    void doubtful(final long sequence) {
        check(inHand.sequence() == sequence && inHand.inPlace() && inHand.interrupted() && !acknowledged,
                "message " + sequence + " reported as doubtful, but it cannot have changed: " + inHand);
        check(truth.position() - truth.end(sequence) > StepperWorld.CAPACITY / 2,
                "message " + sequence + " reported as doubtful, but it is still in the log");
        inHand = InHand.NOTHING;
    }

    /** Its publisher is silent, and was for this time at the last duty cycle of the subscription's conductor. */
    void lost(final LostSession lost, final long silentNs) {
        checkTornReported();
        if (!lost.forGood()) {
            check(silentNs >= StepperWorld.HEARTBEAT_TIMEOUT.toNanos(), "lost after a silence of " + silentNs + " ns");
            world.note(name, StepperEvent.PUBLISHER_SILENT, truth.toString());
        } else {
            // A reader that requested a message that never came receives that number, or the number of messages.
            check(lost.knownNext() == truth.committed() || !oracle.isBegun() && lost.knownNext() == oracle.next()
                    && oracle.next() > truth.committed(), lost + " of " + truth.committed() + " messages");
            noteLoss(lost.cause());
        }
        oracle.lost(lost);
    }

    private void noteLoss(final LossCause cause) {
        if (cause == LossCause.LAPPED) {
            check(policy == Policy.EVICT, "lost for good (" + cause + ") under " + policy);
            world.note(name, StepperEvent.LOST_BY_LAP, truth.toString());
        } else {
            check(truth.isOver() && !truth.isEnded(), "lost for good (" + cause + ") although its publisher lives");
            world.note(name, truth.isDead() ? StepperEvent.LOST_BY_DEATH : StepperEvent.LOST_WITHOUT_END,
                    truth.toString());
        }
    }

    void back(final long next) {
        oracle.back(next);
        world.note(name, StepperEvent.PUBLISHER_BACK, truth.toString());
    }

    void ended(final long messages) {
        checkTornReported();
        check(truth.isEnded(), "ended, but its publisher has not ended it");
        oracle.ended(messages);
        world.note(name, StepperEvent.ENDED, truth + " with " + messages);
    }

    /** At the end of a poll, and before any other event of the same session: a torn message has been reported. */
    void checkTornReported() {
        check(!inHand.torn(), "message " + inHand.sequence() + " changed during the handler without a report");
    }

    /** Without faults, the end of each session that is over has been announced. */
    void checkOver() {
        check(isOver(), "received no end of the session with " + truth.committed());
    }

    private void check(final boolean holds, final String what) {
        if (!holds) {
            violated(what);
        }
    }

    private void violated(final String what) {
        throw new Violation(name + " of " + truth + ": " + what);
    }
}
