package io.verbus.conductor;

import io.verbus.BusException;
import io.verbus.Start;
import io.verbus.directory.BusDirectory;
import io.verbus.directory.StreamDirectory;
import io.verbus.image.Image;
import io.verbus.image.ImageSettings;
import io.verbus.log.Log;
import io.verbus.position.Positions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.agrona.ErrorHandler;

/**
 * The sessions of one subscription's stream on this host: finds them, joins them, and tells an image when its publisher
 * has died. The images go to the polling thread through {@link #drainArrivals}.
 */
public final class Sessions implements Duty {
    private final BusDirectory directory;
    private final StreamDirectory stream;
    private final StreamDirectory.Watch watch;
    private final Positions positions;
    private final ImageSettings settings;
    private final ErrorHandler errorHandler;
    private final Queue<Image> arrivals = new ConcurrentLinkedQueue<>();
    private final List<Image> watched = new ArrayList<>();
    /** Sessions that were joined or refused; forgotten when their files are gone. */
    private final Set<Long> seen = new HashSet<>();
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
     */
    public Sessions(final BusDirectory directory, final Positions positions, final StreamDirectory stream,
            final Start start, final ImageSettings settings) {
        this.directory = directory;
        this.stream = stream;
        this.watch = stream.watch();
        this.positions = positions;
        this.start = start;
        this.settings = settings;
        this.errorHandler = settings.errorHandler();
    }

    /** {@return whether there are images that the polling thread has not taken over; costs one volatile read} */
    public boolean hasArrivals() {
        return arrived;
    }

    /**
     * Hands new images over to the polling thread, which closes them.
     *
     * @param images to add them to
     */
    public void drainArrivals(final List<Image> images) {
        arrived = false;
        for (Image image = arrivals.poll(); image != null; image = arrivals.poll()) {
            images.add(image);
        }
    }

    @Override
    public int doWork(final long nowNs) {
        int work = 0;
        if (watch.changed(nowNs)) {
            final Map<Long, Path> present = stream.logs();
            seen.retainAll(present.keySet());
            watched.stream().filter(image -> !present.containsKey(image.session().id())).forEach(Image::logRemoved);
            for (final Map.Entry<Long, Path> entry : present.entrySet()) {
                if (seen.add(entry.getKey())) {
                    work += join(entry.getKey(), entry.getValue()) ? 1 : 0;
                }
            }
            start = Start.at(0); // a session that begins from now on is read from its beginning
        }
        watched.removeIf(Image::isDone);
        final boolean looksForDead = liveness.isDue(nowNs);
        for (final Image image : watched) {
            if (looksForDead && !directory.isAlive(image.publisherProcess())) {
                image.publisherDied();
            }
        }
        return work;
    }

    private boolean join(final long session, final Path path) {
        final Log log;
        try {
            log = Log.attach(path);
        } catch (final BusException e) {
            if (Files.exists(path)) { // else it ended while we looked
                errorHandler.onError(e);
            }
            return false;
        }
        try {
            if (log.identity().session() != session) {
                throw new BusException(path + " has the name of another session; remove it");
            }
            final Image image = new Image(log, positions, start, settings);
            watched.add(image);
            arrivals.add(image);
            arrived = true;
            return true;
        } catch (final BusException e) {
            log.close();
            errorHandler.onError(e);
            return false;
        }
    }
}
