package io.verbus.conductor;

import static java.util.Comparator.comparingLong;

import io.verbus.BusException;
import io.verbus.Start;
import io.verbus.directory.BusDirectory;
import io.verbus.directory.StreamDirectory;
import io.verbus.image.Image;
import io.verbus.image.ImageSettings;
import io.verbus.log.Log;
import io.verbus.position.Positions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The sessions of one subscription's stream on this host: finds them, joins them, and tells an image what has become of
 * its publisher. The images go to the polling thread through {@link #drainArrivals}, and come back through
 * {@link #giveBack} to be unmapped: it takes long, and nobody else may be reading them then.
 */
public final class Sessions implements Duty {
    private final BusDirectory directory;
    private final StreamDirectory stream;
    private final StreamDirectory.Watch watch;
    private final Positions positions;
    private final ImageSettings settings;
    private final long heartbeatTimeoutNs;
    private final Queue<Image> arrivals = new ConcurrentLinkedQueue<>();
    private final Queue<Image> departures = new ConcurrentLinkedQueue<>();
    private final List<WatchedSession> watched = new ArrayList<>();
    private final Predecessors predecessors;
    /** Sessions that were joined; forgotten when their files are gone. */
    private final Set<Long> joined = new HashSet<>();
    private final Refusals refusals;
    private final Pulse liveness = new Pulse(Pulse.LIVENESS_NS);
    private Start start;
    private volatile boolean arrived;

    /**
     * For a new subscription.
     *
     * @param directory that processes meet in
     * @param positions of the subscription
     * @param stream to read
     * @param start where to begin sessions that are there already
     * @param settings of the images
     * @param heartbeatTimeoutNs after which a publisher that gives no sign of life is reported
     */
    public Sessions(final BusDirectory directory, final Positions positions, final StreamDirectory stream,
            final Start start, final ImageSettings settings, final long heartbeatTimeoutNs) {
        this.directory = directory;
        this.stream = stream;
        this.watch = stream.watch();
        this.positions = positions;
        this.start = start;
        this.settings = settings;
        this.heartbeatTimeoutNs = heartbeatTimeoutNs;
        this.predecessors = new Predecessors(directory);
        this.refusals = new Refusals(settings.errorHandler());
    }

    /** {@return whether there are images that the polling thread has not taken over; costs one volatile read} */
    public boolean hasArrivals() {
        return arrived;
    }

    /**
     * Hands new images over to the polling thread, which gives them back.
     *
     * @param images to add them to
     */
    public void drainArrivals(final List<Image> images) {
        arrived = false;
        for (Image image = arrivals.poll(); image != null; image = arrivals.poll()) {
            images.add(image);
        }
    }

    /**
     * Takes an image back that is not polled any more. By the polling thread.
     *
     * @param image that has left its session
     */
    public void giveBack(final Image image) {
        departures.add(image);
    }

    /** Leaves and unmaps what was not handed over, or was given back. When this is no duty any more. */
    public void close() {
        unmap(arrivals);
        unmap(departures);
    }

    private static void unmap(final Queue<Image> images) {
        for (Image image = images.poll(); image != null; image = images.poll()) {
            image.close();
        }
    }

    @Override
    public int doWork(final long nowNs) {
        positions.beat(nowNs);
        final int work = discover(nowNs);
        watched.removeIf(this::isDone);
        final boolean looksForDead = liveness.isDue(nowNs);
        for (final WatchedSession session : watched) {
            session.watchOver(directory, looksForDead, nowNs);
        }
        unmap(departures);
        return work;
    }

    private boolean isDone(final WatchedSession session) {
        final boolean done = session.image().isDone();
        if (done) {
            predecessors.remember(session);
        }
        return done;
    }

    private int discover(final long nowNs) {
        int work = 0;
        try {
            final boolean again = refusals.areDue(nowNs);
            if (watch.changed(nowNs) || again) {
                work = join(stream.logs(), again, nowNs);
                start = Start.at(0); // a session that begins from now on is read from its beginning
            }
            positions.looked(nowNs); // the clock was read before the directory
        } catch (final BusException e) {
            refusals.unseen(e);
        }
        return work;
    }

    private int join(final Map<Long, Path> present, final boolean again, final long nowNs) {
        refusals.seen(present.keySet());
        joined.retainAll(present.keySet());
        watched.stream().filter(session -> !present.containsKey(session.session().id()))
                .forEach(session -> session.image().logRemoved());
        final List<Image> found = new ArrayList<>();
        for (final Map.Entry<Long, Path> entry : present.entrySet()) {
            if (!joined.contains(entry.getKey()) && refusals.allow(entry.getKey(), again)) {
                join(entry.getKey(), entry.getValue(), found);
            }
        }
        found.sort(comparingLong(image -> image.session().startedEpochNs()));
        for (final Image image : found) {
            predecessors.precede(image, watched);
            watched.add(new WatchedSession(image, new SignOfLife(heartbeatTimeoutNs, nowNs)));
            arrivals.add(image);
            arrived = true;
        }
        return found.size();
    }

    private void join(final long session, final Path path, final List<Image> found) {
        try {
            final Log log = Log.attach(path);
            try {
                if (log.identity().session() != session) {
                    throw new BusException(path + " has the name of another session; remove it");
                }
                found.add(new Image(log, positions, start, settings));
            } catch (final BusException e) {
                log.close();
                throw e;
            }
            joined.add(session);
            refusals.accept(session);
        } catch (final BusException e) {
            refusals.refuse(session, path, e);
        }
    }
}
