package io.verbus.testkit.stepper;

import io.verbus.Policy;
import io.verbus.peer.Gap;
import io.verbus.peer.LostSession;
import io.verbus.testkit.seeds.Violation;

/**
 * Judges what one subscription gets of one session: every frame from the first that it wanted, in order, once, whole,
 * or else told as missing.
 */
final class Reading {
    private static final long UNKNOWN = -1;

    private final World world;
    private final String name;
    private final Published truth;
    private final Policy policy;
    /** The frame that has to come next, or be told as missing. */
    private long next;
    /** The first that can come when it is not known which will. */
    private final long oldest;
    /** The first that it was told would come; what it wanted before was gone when it joined. */
    private long first = UNKNOWN;
    private boolean over;
    private boolean begun;
    private boolean silent;
    /** It has missed something after its start. */
    private boolean gapped;
    /** Whether its publisher waits for it. */
    private boolean acknowledged;
    private InHand inHand = InHand.NOTHING;

    /**
     * The message that a handler has got, or got last.
     *
     * @param sequence of it
     * @param inPlace whether it is in the log
     * @param interrupted whether others have stepped while the handler had it
     * @param torn whether it has changed meanwhile
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

    /** From a sequence on. */
    static Reading from(final World world, final String name, final Published truth, final Policy policy,
            final long first) {
        return new Reading(world, name, truth, policy, first, first);
    }

    /** From the oldest in the log on, which is so old at least. */
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

    /** Whether it was told of the session's first message. */
    boolean isStarted() {
        return first != UNKNOWN;
    }

    /** Whether nothing more comes. */
    boolean isOver() {
        return over;
    }

    /** What has to come next. */
    long next() {
        // Who starts in the middle of a message starts with the next one.
        return begun ? next : truth.beginning(next == UNKNOWN ? first : next);
    }

    void acknowledged() {
        acknowledged = true;
    }

    void letGo() {
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
        checkCalm();
        check(isStarted() && !over, "got message " + sequence + " before its start or after its end");
        next = next();
        check(sequence == next, "got message " + sequence + ", not " + next);
        check(fault == null, fault);
        check(policy != Policy.EVICT || !gapped, "got message " + sequence + " though it should have lost the session");
        check(!inPlace || acknowledged || policy == Policy.BLOCK, "reads in place and is not waited for");
        inHand = new InHand(sequence, inPlace, false, false);
    }

    /** Others have stepped while the handler had it. */
    void interrupted(final boolean torn) {
        check(!torn || inHand.inPlace(), "message " + inHand.sequence() + " changed though it is a copy");
        check(!torn || !acknowledged, "message " + inHand.sequence() + " changed though its publisher waits");
        inHand = new InHand(inHand.sequence(), inHand.inPlace(), true, torn);
    }

    void taken() {
        begun = true;
        next += truth.frames(next);
    }

    /** The handler did not take it: nothing was delivered. */
    void notTaken() {
        inHand = InHand.NOTHING;
    }

    void gap(final Gap gap) {
        checkCalm();
        check(isStarted() && !over, "gap before its start or after its end");
        // Who has lost the session before it has read its first frame can't know that no message begins there.
        check(gap.first() == next || gap.first() == next() || !begun && gap.first() == first
                || next == UNKNOWN && gap.first() >= oldest && gap.last() == first - 1,
                "told that " + gap.first() + " to " + gap.last() + " are missing, but " + next() + " is next");
        check(gap.last() >= gap.first() && gap.last() < truth.committed(),
                "told that " + gap.first() + " to " + gap.last() + " are missing of " + truth.committed());
        check(!acknowledged || gap.last() < first, "misses " + gap.first() + " to " + gap.last()
                + " though its publisher waits for it");
        if (gap.cause().contains("newest message")) {
            check(policy == Policy.CONFLATE, "went on with the newest message under " + policy);
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
                "told that message " + sequence + " is doubtful, which nobody can have touched: " + inHand);
        check(truth.position() - truth.end(sequence) > World.CAPACITY / 2,
                "told that message " + sequence + " is doubtful, which is in the log still");
        inHand = InHand.NOTHING;
    }

    /** Nothing is heard of its publisher, and nothing was for so long when its own conductor looked last. */
    void lost(final LostSession lost, final long silentNs) {
        checkCalm();
        check(!over, "lost after its end");
        if (lost.forGood() && lost.cause().contains("EVICT")) {
            check(policy == Policy.EVICT, "lost for good (" + lost.cause() + ") under " + policy);
            checkWhole(lost.heard());
            over = true;
            world.note(name, Event.LOST_BY_LAP, truth.toString());
        } else if (lost.forGood()) {
            check(truth.isOver() && !truth.isEnded(),
                    "lost for good (" + lost.cause() + ") though its publisher lives");
            checkWhole(lost.heard());
            over = true;
            world.note(name, truth.isDead() ? Event.LOST_BY_DEATH : Event.LOST_WITHOUT_END, truth.toString());
        } else {
            check(!silent, "lost twice");
            check(silentNs >= World.HEARTBEAT_TIMEOUT.toNanos(), "lost after a silence of " + silentNs + " ns");
            check(lost.next() == next() && lost.heard() <= truth.committed(), "lost: " + lost);
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
        checkCalm();
        check(!over && truth.isEnded(), "ended, though its publisher has not ended it");
        checkWhole(messages);
        over = true;
        world.note(name, Event.ENDED, truth + " with " + messages);
    }

    /** At the end of a poll, and before anything else of the same session: what was torn has been told. */
    void checkCalm() {
        check(!inHand.torn(), "message " + inHand.sequence() + " changed under the handler, and nobody was told");
    }

    /** Without trouble, each session that is over has been told so. */
    void checkOver() {
        check(over, "was never told the end of it, " + next + " of " + truth.committed() + " is next");
    }

    private void checkWhole(final long messages) {
        // One that wanted a message that never came is told of that one, or of what there was.
        check(messages == truth.committed() || !begun && messages == next && next > truth.committed(),
                "told of " + messages + " messages in all, there were "
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
