package io.verbus.testkit.distance;

import io.verbus.Action;
import io.verbus.Policy;
import io.verbus.Subscription;
import io.verbus.peer.Gap;
import io.verbus.peer.LostSession;
import io.verbus.peer.Session;
import io.verbus.peer.SessionListener;
import io.verbus.testkit.Account;
import io.verbus.testkit.Checker;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A subscription of a history, which refuses messages now and then. */
final class Reader implements SessionListener {
    private final Checker checker = new Checker(Feed::payloads);
    private final List<Gap> gaps = new ArrayList<>();
    private final SplittableRandom dice;
    private Subscription subscription;

    Reader(final SplittableRandom dice) {
        this.dice = dice;
    }

    void reads(final Subscription newSubscription) {
        subscription = newSubscription;
    }

    String name() {
        return subscription.settings().name();
    }

    int poll(final int limit) {
        final int count = subscription.poll((buffer, offset, length, header) -> dice.nextInt(50) == 0
                ? Action.NOT_TAKEN
                : checker.onMessage(buffer, offset, length, header), limit);
        check(checker.faults().isEmpty(), checker.faults().toString());
        return count;
    }

    /** Whether it has got, or was told it misses, everything of a session that it has begun. */
    boolean hasAllOf(final Feed feed) {
        final Account account = account(feed);
        return account == null || account.isOver() || account.next() == feed.committed();
    }

    /**
     * What was delivered and reported is what was published; under BLOCK nothing is missing of what came after the
     * publisher had said that it waits, unless it has said that it does not any more.
     */
    void judge(final Feed feed) {
        final Account account = account(feed);
        if (account != null) {
            final Policy policy = subscription.settings().policy();
            check(account.next() == feed.committed() || hasLost(account), account + " of " + feed);
            check(account.first() + account.delivered() + account.missed() == account.next(), account + " of " + feed);
            for (final Gap gap : gaps) {
                check(gap.session().id() != feed.session() || policy != Policy.BLOCK
                        || gap.last() < feed.joinedAt(name()) || feed.hasGivenUp(name()), gap + " of " + feed);
            }
        }
    }

    /** Whether it fell behind, and hears of nothing any more. */
    private boolean hasLost(final Account account) {
        return subscription.settings().policy() == Policy.EVICT && account.isOver();
    }

    private Account account(final Feed feed) {
        return checker.accounts().stream().filter(one -> one.session().id() == feed.session()).findFirst().orElse(null);
    }

    private void check(final boolean holds, final String what) {
        if (!holds) {
            throw new AssertionError(this + ": " + what);
        }
    }

    void close() {
        subscription.close();
    }

    @Override
    public void onStarted(final Session session, final long first) {
        checker.onStarted(session, first);
    }

    @Override
    public void onGap(final Gap gap) {
        gaps.add(gap);
        checker.onGap(gap);
    }

    @Override
    public void onDoubtful(final Session session, final long sequence) {
        checker.onDoubtful(session, sequence);
    }

    @Override
    public void onLost(final LostSession lost) {
        checker.onLost(lost);
    }

    @Override
    public void onBack(final Session session, final long next) {
        checker.onBack(session, next);
    }

    @Override
    public void onRestarted(final Session earlier, final Session session) {
        checker.onRestarted(earlier, session);
    }

    @Override
    public void onEnded(final Session session, final long messages) {
        checker.onEnded(session, messages);
    }

    @Override
    public String toString() {
        return name() + " (" + subscription.settings().policy() + "), heard " + checker.events();
    }
}
