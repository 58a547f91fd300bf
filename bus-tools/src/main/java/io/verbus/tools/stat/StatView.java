package io.verbus.tools.stat;

import io.verbus.Policy;
import io.verbus.Refusal;
import io.verbus.internal.log.Heartbeat;
import io.verbus.internal.log.LogLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The state of a host, compared with an earlier one: rates, and conditions that need two reads. */
final class StatView {
    /** A rate is unknown. */
    static final long UNKNOWN = -1;
    /** A subscription is not stalled before it has consumed nothing for this long; counters are up to 100 ms old. */
    static final long STALL_NS = 250_000_000;
    private static final double NS_PER_SECOND = 1e9;

    private final HostStat now;
    private final long elapsedNs;
    private final Map<Long, PublicationStat> publications = new HashMap<>();
    private final Map<Long, PublicationStat> publicationsBefore = new HashMap<>();
    private final Map<SubscriptionStat.ReadSession, SubscriptionStat> subscriptionsBefore = new HashMap<>();

    /** Compares with an earlier read, which may be null. */
    StatView(final HostStat now, final HostStat earlier) {
        this.now = now;
        now.publications().forEach(one -> publications.put(one.session(), one));
        elapsedNs = earlier == null ? 0 : now.atNs() - earlier.atNs();
        if (earlier != null) {
            earlier.publications().forEach(one -> publicationsBefore.put(one.session(), one));
            earlier.subscriptions().forEach(one -> subscriptionsBefore.put(one.key(), one));
        }
    }

    HostStat now() {
        return now;
    }

    /** The publication that a subscription reads, if it is on this host. */
    Optional<PublicationStat> publicationOf(final SubscriptionStat one) {
        return Optional.ofNullable(one.read() == null ? null : publications.get(one.read().session()));
    }

    /** Whether two sessions of one stream are on this host, so that a stream does not name the session. */
    boolean hasStreamOfSeveralSessions() {
        return now.publications().stream().map(PublicationStat::stream).distinct().count() < publications.size();
    }

    /**
     * The lag in messages of a subscription whose next message is overwritten, from its bytes and the mean length of
     * the messages of the session. The log no longer has the number of that message.
     *
     * @return {@link #UNKNOWN} if its lag is known, or it reads another host
     */
    long estimatedLag(final SubscriptionStat one) {
        return publicationOf(one).filter(from -> one.read().overwritten() && from.position() > 0)
                .map(from -> Math.round((double) one.read().lagBytes() * from.messages() / from.position()))
                .orElse(UNKNOWN);
    }

    /** Messages a second between two heartbeats of the publisher, so the times of the two reads do not matter. */
    long messagesPerSecond(final PublicationStat one) {
        final PublicationStat before = publicationsBefore.get(one.session());
        return before == null
                ? UNKNOWN
                : rate(one.messages() - before.messages(), one.heartbeatNs() - before.heartbeatNs());
    }

    /** Bytes a second between two heartbeats of the publisher. */
    long bytesPerSecond(final PublicationStat one) {
        final PublicationStat before = publicationsBefore.get(one.session());
        return before == null
                ? UNKNOWN
                : rate(one.position() - before.position(), one.heartbeatNs() - before.heartbeatNs());
    }

    /** Messages a second that a subscription has consumed, lost ones included. */
    long messagesPerSecond(final SubscriptionStat one) {
        final SubscriptionStat before = subscriptionsBefore.get(one.key());
        final boolean isKnown = one.read() != null && before != null && before.read() != null
                && one.read().consumed() >= 0 && before.read().consumed() >= 0;
        return isKnown ? rate(Math.max(0, one.read().consumed() - before.read().consumed()), elapsedNs) : UNKNOWN;
    }

    private static long rate(final long count, final long ns) {
        return ns <= 0 ? 0 : Math.round(count / (ns / NS_PER_SECOND));
    }

    /** The condition of a publication. */
    PublicationState state(final PublicationStat one) {
        if (!one.alive()) {
            return PublicationState.GONE;
        }
        if (Heartbeat.isClosed(one.heartbeatNs())) {
            return PublicationState.CLOSED;
        }
        if (one.isThreadSilent() || one.process().isSilent()) {
            return PublicationState.STALLED;
        }
        return now.subscriptions().stream().anyMatch(reader -> isBlocking(reader, one))
                ? PublicationState.BLOCKED
                : PublicationState.OPEN;
    }

    /** The conditions of a subscription, the most important first; at least one. */
    List<SubscriptionState> states(final SubscriptionStat one) {
        final List<SubscriptionState> found = new ArrayList<>();
        if (!one.alive() && one.host().isEmpty()) {
            return List.of(SubscriptionState.GONE);
        }
        if (one.silent() || isWithoutProgress(one)) {
            found.add(SubscriptionState.STALLED);
        }
        if (isLapped(one)) {
            found.add(SubscriptionState.LAPPED);
        }
        if (one.read() != null && isBlocking(one, publications.get(one.read().session()))) {
            found.add(SubscriptionState.BLOCKS);
        }
        if (found.isEmpty()) {
            found.add(one.read() == null || one.isDisconnected()
                    ? SubscriptionState.WAITING
                    : SubscriptionState.READING);
        }
        return found;
    }

    private boolean isWithoutProgress(final SubscriptionStat one) {
        final SubscriptionStat before = subscriptionsBefore.get(one.key());
        return elapsedNs >= STALL_NS && before != null && before.hasUnread() && one.hasUnread()
                && !one.isDisconnected() && one.read().consumed() == before.read().consumed()
                && one.read().position() == before.read().position();
    }

    private boolean isLapped(final SubscriptionStat one) {
        final SubscriptionStat before = subscriptionsBefore.get(one.key());
        final boolean hasNewGaps = before != null && one.counts() != null && before.counts() != null
                && one.counts().gaps() > before.counts().gaps();
        return hasNewGaps || one.read() != null && one.read().overwritten();
    }

    /**
     * Whether a subscription blocks a publication: it has not consumed the bytes that the next chunk of the log
     * replaces, or claims were refused since the earlier read. If its bytes were replaced nevertheless, the publication
     * has stopped waiting for it.
     */
    private boolean isBlocking(final SubscriptionStat reader, final PublicationStat publication) {
        if (publication == null || !reader.hasUnread() || reader.read().session() != publication.session()
                || reader.policy() != Policy.BLOCK || reader.read().refusal() != Refusal.NONE
                || reader.read().overwritten()) {
            return false;
        }
        final int chunk = publication.capacity() / LogLayout.CHUNKS;
        final long end = reader.read().position() + reader.read().lagBytes();
        final long toNextChunk = -end & chunk - 1;
        return reader.read().lagBytes() + toNextChunk > publication.capacity() - chunk
                || hasRefusedClaims(reader, publication);
    }

    private boolean hasRefusedClaims(final SubscriptionStat reader, final PublicationStat publication) {
        final PublicationStat before = publicationsBefore.get(publication.session());
        final PublicationStat.BackPressure caused = publication.backPressureOf(reader.id());
        final PublicationStat.BackPressure causedBefore = before == null ? null : before.backPressureOf(reader.id());
        return before != null && caused != null
                && (causedBefore == null || caused.ns() > causedBefore.ns() || caused.claims() > causedBefore.claims());
    }
}
