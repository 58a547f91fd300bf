package io.verbus.internal.subscriber;

import static java.util.Comparator.comparingLong;

import io.verbus.BusException;
import io.verbus.Start;
import io.verbus.internal.conductor.HeartbeatMonitor;
import io.verbus.internal.duty.IntervalTimer;
import io.verbus.internal.image.Image;
import io.verbus.internal.image.ImageSettings;
import io.verbus.internal.image.LocalImage;
import io.verbus.internal.late.LateWatch;
import io.verbus.internal.log.Log;
import io.verbus.internal.peer.AttachRetries;
import io.verbus.internal.shm.BusDirectory;
import io.verbus.internal.shm.Positions;
import io.verbus.internal.shm.StreamDirectory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The sessions on this host: finds their logs in the stream's directory, and reads them in place. */
public final class LocalSessions implements Sessions {
    private static final int MAX_OVER = 64;

    private final BusDirectory directory;
    private final StreamDirectory stream;
    private final StreamDirectory.Watch watch;
    private final Positions positions;
    private final ImageSettings settings;
    private final long heartbeatTimeoutNs;
    private final ImageHandover handover = new ImageHandover();
    private final List<WatchedSession> watched = new ArrayList<>();
    private final RestartTracker restarts;
    /** Joined sessions, until their files are removed and their images returned. */
    private final Set<Long> joined = new HashSet<>();
    /** Sessions with an image that was not returned. */
    private final Set<Long> held = new HashSet<>();
    /** Sessions whose relay has ended, and the next sequence that they need; the oldest are over. */
    private final LinkedHashMap<Long, Long> continued = new LinkedHashMap<>();
    /** Whether such a session may have a log already. */
    private boolean mayContinue;
    /** Sessions that are over for this subscription, though a relay may serve them again; the oldest are forgotten. */
    private final LinkedHashSet<Long> over = new LinkedHashSet<>();
    private final AttachRetries refusals;
    private final IntervalTimer liveness = new IntervalTimer(IntervalTimer.LIVENESS_NS);
    private Start start;
    /** True before the first scan, unless the subscription resumes known sessions. */
    private boolean isFresh;

    /**
     * Creates the sessions of a new subscription.
     *
     * @param directory of the bus
     * @param positions of the subscription
     * @param stream to read
     * @param start in present sessions
     * @param settings of the images
     * @param heartbeatTimeoutNs after which a publisher without heartbeat is reported
     */
    public LocalSessions(final BusDirectory directory, final Positions positions, final StreamDirectory stream,
            final Start start, final ImageSettings settings, final long heartbeatTimeoutNs) {
        this.directory = directory;
        this.stream = stream;
        this.watch = stream.watch();
        this.positions = positions;
        this.start = start;
        this.isFresh = !(start instanceof Start.ResumeAt);
        this.settings = settings;
        this.heartbeatTimeoutNs = heartbeatTimeoutNs;
        this.restarts = new RestartTracker(positions.places());
        this.refusals = new AttachRetries(settings.errorHandler());
    }

    @Override
    public ImageHandover handover() {
        return handover;
    }

    @Override
    public void observe(final LateWatch watch, final long fromNs, final long toNs) {
        for (final WatchedSession session : watched) {
            session.observe(watch, fromNs, toNs);
        }
    }

    /** Releases publishers that wait until this subscription has found their session. */
    @Override
    public void closing() {
        positions.closing();
    }

    @Override
    public void close() {
        handover.drainAll(Image::close);
        positions.close();
        stream.fileRemoved();
    }

    @Override
    public int doWork(final long nowNs) {
        positions.storeHeartbeat(nowNs);
        final int work = discover(nowNs);
        watched.removeIf(this::isDone);
        final boolean looksForDead = liveness.isDue(nowNs);
        for (final WatchedSession session : watched) {
            session.watchOver(looksForDead, nowNs);
            handover.notifyOfRefusal(session, settings.listener());
        }
        handover.drainDepartures(this::close);
        return work;
    }

    private boolean isDone(final WatchedSession session) {
        final boolean done = session.image().isDone();
        if (done && !session.image().isContinued()) {
            restarts.remember(session);
        }
        return done;
    }

    private void close(final Image image) {
        held.remove(image.session().id());
        if (image.isContinued()) {
            continued.putLast(image.session().id(), image.continuedAt());
            if (continued.size() > MAX_OVER) {
                finish(continued.pollFirstEntry().getKey());
            }
            joined.remove(image.session().id());
            watched.removeIf(session -> session.image() == image); // not a predecessor of the next
            mayContinue = true;
        } else if (image.identity().hops() > 0) {
            finish(image.session().id());
        }
        image.close();
    }

    private void finish(final long session) {
        over.addLast(session);
        if (over.size() > MAX_OVER) {
            over.removeFirst();
        }
    }

    private int discover(final long nowNs) {
        int work = 0;
        try {
            final boolean again = refusals.isRetryDue(nowNs);
            if (watch.changed(nowNs) || again || mayContinue) {
                mayContinue = false;
                work = join(stream.logs(), again, nowNs);
                start = Start.at(0); // later sessions are read from their start
                isFresh = false;
            }
            positions.looked(nowNs); // the time was read before the directory
        } catch (final BusException e) {
            refusals.listingFailed(e);
            if (directory.isRemoved()) {
                watched.forEach(WatchedSession::logRemoved);
            }
        }
        return work;
    }

    private int join(final Map<Long, Path> present, final boolean again, final long nowNs) {
        refusals.listed(present.keySet());
        joined.removeIf(id -> !present.containsKey(id) && !held.contains(id));
        watched.stream().filter(session -> !present.containsKey(session.session().id()))
                .forEach(WatchedSession::logRemoved);
        final List<Log> logs = new ArrayList<>();
        for (final Map.Entry<Long, Path> entry : present.entrySet()) {
            if (!joined.contains(entry.getKey()) && !over.contains(entry.getKey())
                    && refusals.allow(entry.getKey(), again)) {
                attach(entry.getKey(), entry.getValue(), logs);
            }
        }
        final List<Image> found = new ArrayList<>();
        final SupersededSessions superseded = new SupersededSessions(logs.stream().map(Log::identity).toList(),
                directory::isAlive);
        for (final Log log : logs) {
            if (continued.containsKey(log.identity().session()) && !directory.isAlive(log.identity().process())) {
                log.close(); // that of the relay that has ended
            } else if (isFresh && superseded.contains(log.identity())) {
                joined.add(log.identity().session());
                log.close();
            } else {
                join(log, found);
            }
        }
        found.sort(comparingLong(image -> image.session().startedEpochNs()));
        for (final Image image : found) {
            restarts.precede(image, watched);
            watched.add(new WatchedSession(image, () -> directory.isAlive(image.publisherProcess()),
                    new HeartbeatMonitor(heartbeatTimeoutNs, nowNs), handover::wake));
            handover.add(image);
        }
        return found.size();
    }

    private void attach(final long session, final Path path, final List<Log> logs) {
        try {
            final Log log = Log.attach(path);
            if (log.identity().session() != session) {
                log.close();
                throw new BusException(path + " has the name of another session: remove it");
            }
            logs.add(log);
        } catch (final BusException e) {
            refusals.refuse(session, path, e);
        }
    }

    private void join(final Log log, final List<Image> found) {
        final long session = log.identity().session();
        try {
            final Long next = continued.get(session);
            final LocalImage image = new LocalImage(log, positions,
                    next == null ? start.in(session) : new Start.At(next), settings);
            if (next != null) {
                image.comeBack();
                continued.remove(session);
            }
            found.add(image);
            joined.add(session);
            held.add(session);
            refusals.accept(session);
        } catch (final BusException e) {
            log.close();
            refusals.refuse(session, log.path(), e);
        }
    }
}
