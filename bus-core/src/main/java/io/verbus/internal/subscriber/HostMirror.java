package io.verbus.internal.subscriber;

import io.verbus.BusException;
import io.verbus.Endpoint;
import io.verbus.GapCause;
import io.verbus.LossCause;
import io.verbus.Policy;
import io.verbus.Refusal;
import io.verbus.Start;
import io.verbus.SubscriptionSettings;
import io.verbus.internal.duty.IntervalTimer;
import io.verbus.internal.image.Image;
import io.verbus.internal.image.RemoteImage;
import io.verbus.internal.log.Boundary;
import io.verbus.internal.log.Log;
import io.verbus.internal.os.FileAccess;
import io.verbus.internal.os.TransientException;
import io.verbus.internal.shm.BusDirectory;
import io.verbus.internal.shm.MirrorEntry;
import io.verbus.internal.shm.MirrorFiles;
import io.verbus.internal.shm.MirrorTable;
import io.verbus.spi.ImageLink;
import io.verbus.spi.Offer;
import io.verbus.spi.SubscriptionIdentity;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.agrona.ErrorHandler;

/**
 * The membership of a subscription in a host mirror. The members read the same stream from the same endpoints under the
 * same policy. One of them owns the mirror: only it connects, and to the publisher it is the only subscription. The
 * others read its images in place. Used by the conductor.
 *
 * <pre>
 *   entering ──▶ reading ──▶ owning (the last owner has ended, or has handed the mirror over)
 *       ╰──▶ alone (the mirror has no place, or cannot be used): connects on its own
 * </pre>
 */
public final class HostMirror {
    /** A check whether the owner's process lives costs three system calls. */
    private static final long OWNERSHIP_NS = 20_000_000;

    private final BusDirectory directory;
    private final MirrorFiles files;
    private final String key;
    private final SubscriptionIdentity member;
    private final long patienceNs;
    private final ErrorHandler errorHandler;
    private final IntervalTimer ownershipTimer = new IntervalTimer(OWNERSHIP_NS);
    private final IntervalTimer liveness = new IntervalTimer(IntervalTimer.LIVENESS_NS);
    private final Map<Long, MirrorOwner> owned = new HashMap<>();
    /** Sessions with an image that cannot be used. */
    private final Set<Long> refused = new HashSet<>();
    private MirrorTable table;
    private boolean owning;
    private boolean alone;

    private HostMirror(final SubscriptionSettings settings, final BusDirectory directory,
            final SubscriptionIdentity member, final long patienceNs, final ErrorHandler errorHandler) {
        this.directory = directory;
        this.files = directory.mirrors();
        this.member = member;
        this.patienceNs = patienceNs;
        this.errorHandler = errorHandler;
        this.key = key(settings.stream(), member.policy(), settings.endpoints());
    }

    /**
     * A member that has not entered yet.
     *
     * @param settings of the subscription
     * @param directory of the bus
     * @param member identity of the subscription
     * @param progressTimeout of the bus; a member without progress for half of it is overtaken, before the publisher
     *     takes the whole mirror for stuck
     * @param errorHandler receives the cause if the mirror cannot be used
     * @return the member; null if the settings want no mirror
     * @throws BusException if an endpoint listens
     */
    public static HostMirror of(final SubscriptionSettings settings, final BusDirectory directory,
            final SubscriptionIdentity member, final Duration progressTimeout, final ErrorHandler errorHandler) {
        for (final Endpoint endpoint : settings.endpoints()) {
            if (settings.hostMirror() && endpoint.listens()) {
                throw new BusException("a host mirror cannot listen at " + endpoint.uri()
                        + ": use endpoints that connect, or no mirror");
            }
        }
        return settings.hostMirror()
                ? new HostMirror(settings, directory, member, progressTimeout.toNanos() / 2, errorHandler)
                : null;
    }

    private static String key(final String stream, final Policy policy, final List<Endpoint> endpoints) {
        final String text = String.join("\n", System.getProperty("user.name"), stream, policy.name(),
                endpoints.stream().map(endpoint -> endpoint.uri().toString()).toList().toString());
        return HexFormat.of().toHexDigits(
                UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).getMostSignificantBits());
    }

    /** Whether this subscription connects to publishers. */
    boolean connects() {
        return alone || owning;
    }

    /** Whether this member owns the mirror. */
    boolean isOwner() {
        return owning;
    }

    /** Identity for publishers: that of the mirror while this member owns it. */
    SubscriptionIdentity identity() {
        return !owning
                ? member
                : new SubscriptionIdentity(table.id(), member.name(), member.policy(), member.process(),
                        member.pid());
    }

    void doWork(final RemoteSessions sessions, final long nowNs) {
        if (alone) {
            return;
        }
        try {
            if (table == null) {
                table = files.enter(key, member.process(), member.id());
            }
        } catch (final BusException e) {
            alone = true;
            errorHandler.onError(e);
        }
        if (table == null) {
            return;
        }
        if (!owning) {
            follow(sessions);
            if (ownershipTimer.isDue(nowNs)) {
                tryToOwn(sessions);
            }
        } else {
            if (liveness.isDue(nowNs)) {
                table.removeDead(directory::isAlive);
                files.removeClosed(table);
            }
            owned.values().forEach(owner -> owner.tick(nowNs));
            if (sessions.isComplete() && !table.isComplete()) {
                table.complete();
            }
        }
    }

    /** Joins sessions of the owner that are new here, and passes on the end of known ones. */
    private void follow(final RemoteSessions sessions) {
        for (final MirrorEntry entry : table.entries()) {
            final long session = entry.session();
            if (session == 0 || refused.contains(session)) {
                continue;
            }
            final RemoteSession known = sessions.find(session);
            if (known != null) {
                passOn(entry, known, sessions);
            } else if (sessions.isFinished(session)) {
                entry.leave(table.member());
            } else if (entry.isOpen() || entry.position(table.member()) != MirrorEntry.NOWHERE) {
                join(entry, session, sessions);
            }
        }
    }

    private static void passOn(final MirrorEntry entry, final RemoteSession known, final RemoteSessions sessions) {
        final LossCause cause = entry.isClosed() ? entry.cause() : null;
        if (cause != null && !known.image().isAbandoned() && !known.image().isDone()) {
            known.image().publisherLost(cause, cause.description());
            sessions.handover().wake();
        }
    }

    private void join(final MirrorEntry entry, final long session, final RemoteSessions sessions) {
        try {
            final Log image = Log.attachImage(files.image(table, session));
            final MirrorReaderLink link = new MirrorReaderLink(image, entry, table.member());
            final Start.Point start = sessions.start(session);
            final boolean gates = entry.position(table.member()) != MirrorEntry.NOWHERE;
            final Boundary at = link.join(gates || !(start instanceof Start.Live));
            final long wanted = start instanceof final Start.At point
                    ? point.sequence()
                    : gates ? Math.max(entry.wanted(), at.sequence()) : at.sequence();
            sessions.follow(image, new Offer(image.identity(), at.position(), at.sequence(), wanted, GapCause.TOO_OLD,
                    Refusal.NONE), link);
        } catch (final TransientException e) {
            entry.leave(table.member()); // the owner has removed it
        } catch (final BusException e) {
            refused.add(session);
            entry.leave(table.member());
            errorHandler.onError(e);
        }
    }

    /** Becomes the owner, if there is none. */
    private void tryToOwn(final RemoteSessions sessions) {
        owning = table.tryToOwn(directory::isAlive);
        if (!owning) {
            return;
        }
        for (final MirrorEntry entry : table.entries()) {
            final RemoteSession session = sessions.find(entry.session());
            if (entry.isOpen()) {
                if (session == null || session.image().isDone()) {
                    entry.close(session == null || session.image().hasEnded() ? null : cause(session.image()));
                } else {
                    own(entry, session);
                    sessions.adopt(entry.endpoint(), entry.session(), table.isComplete());
                }
            }
        }
    }

    private void own(final MirrorEntry entry, final RemoteSession session) {
        final MirrorOwner owner = new MirrorOwner(entry, session.memory(), table.member(), member.policy(),
                patienceNs);
        owned.put(entry.session(), owner);
        owner.reader((RemoteImage) session.image());
        session.own(owner);
    }

    /** Memory for the image of a session that this member is about to own. */
    Log image(final Offer offer) {
        if (!table.hasRoom()) {
            throw new BusException("the host mirror of stream " + offer.identity().stream()
                    + " has no room for another session: shard the stream");
        }
        return Log.sharedImage(files.image(table, offer.identity().session()), member.process(), offer.identity(),
                FileAccess.PRIVATE);
    }

    /** Publishes a new session. */
    MirrorOwner open(final Log image, final Offer offer, final int endpoint) {
        final Boundary start = new Boundary(offer.position(), offer.sequence());
        final MirrorEntry entry = table.open(image.identity().session(), endpoint, offer.wanted(), start);
        final MirrorOwner owner = new MirrorOwner(entry, image, table.member(), member.policy(), patienceNs);
        owned.put(image.identity().session(), owner);
        return owner;
    }

    /** The link of an owned session to its publisher. */
    ImageLink link(final MirrorOwner owner, final Offer offer, final ImageLink link) {
        owner.attached(new Boundary(offer.position(), offer.sequence()), offer.gap(), link.peer());
        return new MirrorOwnerLink(link, owner, switch (member.policy()) {
            case CONFLATE -> GapCause.CONFLATED;
            case BLOCK -> offer.gap();
            default -> GapCause.LAPPED;
        });
    }

    /**
     * Ends an owned session, or hands it over if this subscription closes.
     *
     * @return whether other members continue it
     */
    boolean left(final MirrorOwner owner, final Image image, final boolean closing) {
        if (image.isDone() || !closing) {
            owner.close(image.hasEnded() ? null : cause(image));
            return false;
        }
        return table.hasOthers();
    }

    private static LossCause cause(final Image image) {
        return image.lossCause() == null ? LossCause.GIVEN_UP : image.lossCause();
    }

    /** The image of a session is unmapped. */
    void closed(final long session) {
        owned.remove(session);
    }

    /** Leaves the mirror, after everything is closed. */
    void release() {
        if (table != null) {
            if (owning) {
                files.removeClosed(table);
                table.handOver();
            }
            files.leave(table);
            table = null;
        }
    }
}
