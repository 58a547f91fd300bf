package io.verbus.conductor;

import io.verbus.Policy;
import io.verbus.peer.Refusal;
import io.verbus.peer.Subscriber;
import io.verbus.position.PeerPositions;
import io.verbus.position.SubscriptionIdentity;
import io.verbus.watch.BlockingAccount;
import io.verbus.watch.HoldUp;
import io.verbus.watch.Progress;
import io.verbus.watch.SignOfLife;
import java.nio.file.Path;

/** A subscription that reads a publication's log. Used by the conductor. */
final class Reader {
    /** What the publisher's listener knows of a reader. */
    enum Standing {
        UNKNOWN, JOINED, EVICTED
    }

    private static final int NOWHERE = -1;

    private final PeerPositions positions;
    private final Path path;
    private final long session;
    private final SignOfLife signOfLife;
    private final Progress progress;
    private final HoldUp holdUp;
    private final BlockingAccount account;
    private Refusal refusal = Refusal.NONE;
    /** It has left the session, because it fell a whole log behind. */
    private boolean lapped;
    private Standing standing = Standing.UNKNOWN;
    private boolean silent;
    private boolean toldSilent;
    private int place = NOWHERE;
    private long acknowledgedJoin;

    Reader(final PeerPositions positions, final Path path, final long session, final SignOfLife signOfLife,
            final ReaderSettings settings) {
        this.positions = positions;
        this.path = path;
        this.session = session;
        this.signOfLife = signOfLife;
        this.progress = new Progress(settings.progressTimeoutNs());
        this.holdUp = settings.holdUp(positions.identity());
        this.account = new BlockingAccount(positions.identity().name(), settings.terms());
    }

    SubscriptionIdentity identity() {
        return positions.identity();
    }

    boolean isBlocking() {
        return identity().policy() == Policy.BLOCK;
    }

    Path path() {
        return path;
    }

    Standing standing() {
        return standing;
    }

    void standing(final Standing newStanding) {
        standing = newStanding;
        toldSilent &= newStanding != Standing.UNKNOWN;
    }

    boolean isSilent() {
        return silent;
    }

    void silent(final boolean isSilent) {
        silent = isSilent;
    }

    /** Whether the listener has to hear that it is silent, or back; it has heard it then. */
    boolean isNewsToTell() {
        final boolean news = silent != toldSilent;
        toldSilent = silent;
        return news;
    }

    /** Whether its process has given no sign of life for the time-out; to be asked in each duty cycle. */
    boolean isMissing(final long nowNs) {
        return signOfLife.isMissing(positions.heartbeat(), place == NOWHERE ? 0 : position(), nowNs);
    }

    /** Whether its process has given no sign of life for so long that it is worth asking whether it lives. */
    boolean isQuiet(final long nowNs) {
        return signOfLife.isQuiet(nowNs);
    }

    /** Whether it has found all sessions that there were at some time. */
    boolean hasLooked(final long sinceNs) {
        return positions.hasLooked(sinceNs);
    }

    boolean isClosing() {
        return positions.isClosing();
    }

    /** Looks where the subscription keeps its position in our session. */
    boolean isReading() {
        if (place == NOWHERE || !positions.reads(place, session)) {
            lapped |= place != NOWHERE && positions.hasLost(place, session);
            place = positions.find(session);
            acknowledgedJoin = 0;
            refusal = Refusal.NONE;
        }
        return place != NOWHERE;
    }

    /** Whether it has said, before it left, that it has lost the session because the publisher has gone past it. */
    boolean isLapped() {
        return lapped;
    }

    /** What it needs next; only for one that {@link #isReading()} has found. */
    long position() {
        return positions.position(place);
    }

    /** Its position as the publisher's thread may look at it, whatever becomes of this object meanwhile. */
    Held hold() {
        return new Held(this, positions, place, session);
    }

    /** Whether it asks to be waited for, by a join that has had no answer yet. */
    boolean asks() {
        return isBlocking() && positions.join(place) != acknowledgedJoin;
    }

    long join() {
        return positions.join(place);
    }

    void answered(final long join) {
        acknowledgedJoin = join;
    }

    /** How far it gets while it is waited for. */
    Progress progress() {
        return progress;
    }

    /** What it owes to the subscriptions of its name. */
    BlockingAccount account() {
        return account;
    }

    /** Why it is not waited for, though it asks for that. */
    Refusal refusal() {
        return refusal;
    }

    void refusal(final Refusal cause) {
        refusal = cause;
    }

    /** What it holds up. */
    HoldUp holdUp() {
        return holdUp;
    }

    Subscriber describe(final boolean acknowledged, final long end) {
        final SubscriptionIdentity subscription = identity();
        final long behind = place == NOWHERE ? 0 : end - Math.clamp(position(), 0, end);
        return new Subscriber(subscription.name(), subscription.id(), subscription.pid(), subscription.policy(),
                acknowledged, silent, behind,
                holdUp.claims(), holdUp.ns(), Subscriber.THIS_HOST, refusal);
    }

    void close() {
        holdUp.close();
        positions.close();
    }
}
