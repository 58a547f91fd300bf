package io.verbus.testkit.simulator;

import io.verbus.Gap;
import io.verbus.LostSession;
import io.verbus.Policy;
import io.verbus.testkit.seeds.Violation;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Checks the events of one subscription to one session: every frame from the first is delivered once, intact, and in
 * order if requested, or reported missing; and nothing that was not published.
 */
final class Story {
    private final Reader reader;
    private final Feed truth;
    private final long first;
    /** Frames that were delivered or reported missing. */
    private final BitSet seen = new BitSet();
    private final List<Gap> gaps = new ArrayList<>();
    private long next;
    private boolean over;

    Story(final Reader reader, final Feed truth, final long first) {
        this.reader = reader;
        this.truth = truth;
        this.first = first;
        this.next = first;
    }

    Feed truth() {
        return truth;
    }

    boolean isOver() {
        return over;
    }

    List<Gap> gaps() {
        return gaps;
    }

    /** First sequence delivered or reported; the start if there is none. */
    long begun() {
        final int begun = seen.nextSetBit(0);
        return begun < 0 ? first : begun;
    }

    /** Checks a message; fault describes its bytes, or is null. */
    void message(final long sequence, final int frames, final String fault) {
        check(sequence + frames <= truth.committed(), () -> "got message " + sequence + ", which was never published");
        check(fault == null, () -> fault);
        check(truth.beginning(sequence + 1) == sequence + frames,
                () -> "message " + sequence + " in " + frames + " frames, not "
                        + (truth.beginning(sequence + 1) - sequence));
        // A reader that starts inside a message starts with the next one.
        check(!reader.isOrdered() || sequence == next || sequence == truth.beginning(first),
                () -> "began with " + sequence);
        see(sequence, sequence + frames - 1);
    }

    void gap(final Gap gap) {
        check(gap.first() >= 0 && gap.last() >= gap.first(), () -> "impossible " + gap);
        check(gap.last() < Math.max(truth.committed(), first), () -> "gap of unpublished messages: " + gap);
        if (seen.isEmpty() && gap.last() + 1 == first) {
            next = gap.first(); // the requested start precedes the oldest message in the log
        }
        see(gap.first(), gap.last());
        gaps.add(gap);
        check(reader.policy() != Policy.BLOCK || gap.last() < truth.joinedAt(reader.name())
                || truth.hasGivenUp(reader.name()) || truth.isOver(), () -> gap + " although it is acknowledged");
    }

    private void see(final long from, final long to) {
        check(!over, () -> from + " after the end");
        check(from == next || !reader.isOrdered() || seen.isEmpty() && reader.isFilled() && from > next,
                () -> from + " to " + to + " where " + next + " comes next");
        final int twice = seen.nextSetBit((int) from);
        check(twice < 0 || twice > to, () -> twice + " received twice");
        seen.set((int) from, (int) to + 1);
        next = Math.max(next, to + 1);
    }

    void lost(final LostSession lost) {
        check(!over, () -> "lost after its end");
        if (lost.forGood()) {
            check(reader.policy() == Policy.EVICT || truth.isOver() || truth.isClosing(),
                    () -> "lost for good, although its publisher lives: " + lost.cause());
            // A reader that knows of a part of a message may have been filled with all of it.
            final boolean wasFilled = reader.isFilled() && next == truth.beginning(lost.knownNext());
            checkWhole(wasFilled ? next : lost.knownNext(), lost.toString());
            check(lost.knownNext() <= Math.max(truth.committed(), first),
                    () -> "reported more than was published: " + lost);
            over = true;
        } else if (!reader.isFilled()) {
            check(lost.next() == next && lost.knownNext() <= Math.max(truth.committed(), first),
                    () -> lost + " where " + next + " comes next");
        }
    }

    void back(final long newNext) {
        check(!over && (newNext == next || reader.isFilled()),
                () -> "back at " + newNext + ", but " + next + " is next");
    }

    void ended(final long messages) {
        check(!over, () -> "ended twice");
        check(truth.isClosing() && messages == truth.committed(), () -> "ended with " + messages);
        checkWhole(messages, "ended");
        over = true;
    }

    private void checkWhole(final long end, final String what) {
        check(Math.max(next, first) == Math.max(end, first) && hole() >= next,
                () -> what + " before " + hole() + " was delivered or reported");
    }

    /** The first frame that was neither delivered nor reported missing. */
    private long hole() {
        return seen.isEmpty() ? first : seen.nextClearBit((int) begun());
    }

    /** Whether every frame was delivered or reported missing. */
    boolean isWhole() {
        return over || !truth.isOver() && Math.max(next, first) >= truth.committed() && hole() >= next;
    }

    /** At the end of a history, after the phase without faults. */
    void judge(final Policy policy) {
        check(isWhole(), () -> "does not reach the end of the session");
        if (truth.isDead() && reader.isHere()) { // the log is present, and is read to its end
            check(policy == Policy.EVICT || Math.max(next, first) >= truth.committed(),
                    () -> "has not read the whole log");
        }
    }

    private void check(final boolean holds, final Supplier<String> what) {
        if (!holds) {
            throw new Violation(reader + " of " + truth + ", from " + first + " to " + next + ": " + what.get());
        }
    }

    /** In readable form. */
    @Override
    public String toString() {
        return truth + " from " + begun() + " to " + next + (over ? ", over" : "") + ", gaps "
                + IntStream.range(0, gaps.size())
                        .mapToObj(i -> gaps.get(i).first() + ".." + gaps.get(i).last()).toList();
    }
}
