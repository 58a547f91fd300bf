package io.verbus.testkit.simulator;

import io.verbus.Gap;
import io.verbus.LostSession;
import io.verbus.Policy;
import io.verbus.support.seeds.Violation;
import io.verbus.testkit.oracle.SessionOracle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Checks the events of one subscription to one session: as {@link SessionOracle}, and against the state of the
 * publisher, which the history knows.
 */
final class Story {
    private final SimSubscription reader;
    private final SimPublication truth;
    private final SessionOracle oracle;
    private final List<Gap> gaps = new ArrayList<>();
    private long begun;

    Story(final SimSubscription reader, final SimPublication truth, final long first) {
        this.reader = reader;
        this.truth = truth;
        this.begun = first;
        this.oracle = new SessionOracle(truth, reader.reception(), SessionOracle.UNKNOWN, what -> {
            throw new Violation(reader + " of " + truth + ": " + what);
        });
        oracle.started(first);
    }

    SimPublication truth() {
        return truth;
    }

    boolean isOver() {
        return oracle.isOver();
    }

    List<Gap> gaps() {
        return gaps;
    }

    /** First sequence delivered or reported; the start if there is none. */
    long begun() {
        return begun;
    }

    /** Checks a message; fault describes its bytes, or is null. */
    void message(final long sequence, final int frames, final String fault) {
        check(fault == null, () -> fault);
        begin(sequence);
        oracle.message(sequence, frames);
    }

    void gap(final Gap gap) {
        begin(gap.first());
        oracle.gap(gap);
        gaps.add(gap);
        check(reader.policy() != Policy.BLOCK || gap.last() < truth.joinedAt(reader.name())
                || truth.hasGivenUp(reader.name()) || truth.isOver(), () -> gap + " although it is acknowledged");
    }

    private void begin(final long sequence) {
        begun = oracle.isBegun() ? Math.min(begun, sequence) : sequence;
    }

    void lost(final LostSession lost) {
        check(!lost.forGood() || reader.policy() == Policy.EVICT || truth.isOver() || truth.isClosing(),
                () -> "lost for good, although its publisher lives: " + lost.description());
        oracle.lost(lost);
    }

    void back(final long next) {
        oracle.back(next);
    }

    void ended(final long messages) {
        check(truth.isClosing(), () -> "ended with " + messages + ", but is not closed");
        check(!truth.isBrokenOff(), () -> "ended, but was broken off");
        oracle.ended(messages);
    }

    /** Whether every frame was delivered or reported missing. */
    boolean isWhole() {
        return isOver() || !truth.isOver() && oracle.isWhole();
    }

    /** At the end of a history, after the phase without faults. */
    void judge(final Policy policy) {
        check(isWhole(), () -> "does not reach the end of the session");
        if ((truth.isDead() || truth.isBrokenOff()) && reader.isHere()) { // the log is present, and is read to its end
            check(policy == Policy.EVICT || Math.max(oracle.next(), oracle.first()) >= truth.committed(),
                    () -> "has not read the whole log");
        }
    }

    private void check(final boolean holds, final Supplier<String> what) {
        if (!holds) {
            throw new Violation(reader + " of " + truth + ": " + what.get() + ": " + oracle);
        }
    }

    /** In readable form. */
    @Override
    public String toString() {
        return truth + ": " + oracle + (isOver() ? ", over" : "") + ", gaps "
                + gaps.stream().map(gap -> gap.first() + ".." + gap.last()).toList();
    }
}
