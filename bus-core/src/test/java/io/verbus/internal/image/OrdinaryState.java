package io.verbus.internal.image;

import io.verbus.Action;
import io.verbus.Policy;
import io.verbus.Repair;
import io.verbus.Start;
import io.verbus.internal.conductor.HeartbeatMonitor;
import io.verbus.internal.log.Acknowledgements;
import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogLayout;
import io.verbus.internal.log.LogWriter;
import io.verbus.internal.shm.PeerPositions;
import io.verbus.internal.shm.Positions;
import io.verbus.internal.subscriber.WatchedSession;
import io.verbus.spi.SubscriptionIdentity;
import io.verbus.support.EventRecorder;
import io.verbus.support.Logs;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/**
 * An image that enters its ordinary state and has to leave it. The argument is an empty directory in shared memory, the
 * result the first unexpected fact, or "ok".
 */
final class OrdinaryState implements Function<Path, String> {
    private static final int CAPACITY = LogLayout.MIN_CAPACITY;
    private static final int LONG = CAPACITY / LogLayout.CHUNKS - 16;
    private static final long SUBSCRIPTION = 5;

    private final EventRecorder recording = new EventRecorder();
    private Log log;
    private LogWriter writer;
    private Image image;
    private int inPlace;

    @Override
    public String apply(final Path directory) {
        log = Logs.create(directory, CAPACITY, false);
        writer = new LogWriter(log, () -> Long.MAX_VALUE, () -> 0);
        final Path file = directory.resolve("positions");
        final Positions positions = Positions.create(file, new SubscriptionIdentity(SUBSCRIPTION, "t", Policy.BLOCK, 1,
                1), 64);
        image = new LocalImage(Log.attach(log.path()), positions, Start.oldest(), new ImageSettings("t", Repair.REPORT,
                false, new ReassemblyMemory(0), recording, new CountingGaps(), error -> {
                    throw new AssertionError(error);
                }, () -> 0));
        try (PeerPositions seen = PeerPositions.attach(file)) {
            return check(seen);
        } finally {
            image.close();
            positions.close();
            log.close();
        }
    }

    private String check(final PeerPositions seen) {
        Acknowledgements.acknowledge(log.header(), SUBSCRIPTION, seen.join(0));
        publish(2, 8);
        poll(1); // by the checked path
        poll(1); // in the ordinary state
        if (inPlace != 2 || seen.position(0) != writer.position()) {
            return inPlace + " messages in place, position " + seen.position(0) + " of " + writer.position();
        }
        final long joined = seen.join(0);
        Acknowledgements.evict(log.header(), SUBSCRIPTION);
        publish(1, 8);
        poll(1);
        if (inPlace != 2 || seen.join(0) == joined) {
            return "read in place after the eviction, join " + seen.join(0);
        }
        Acknowledgements.acknowledge(log.header(), SUBSCRIPTION, seen.join(0));
        publish(2, 8);
        poll(1);
        poll(1);
        return inPlace == 4 ? checkLap() : inPlace + " messages in place after the next acknowledgement";
    }

    /** The reader is at the end of the log, where later frames have zeros in their payload. */
    private String checkLap() {
        publish(3 * LogLayout.CHUNKS, LONG);
        if (poll(1) != 0) {
            return "the word that the reader looks at is not 0, so this shows nothing";
        }
        new WatchedSession(image, () -> true, new HeartbeatMonitor(1, 0), image::check).watchOver(false, 0);
        poll(1);
        final List<String> events = recording.events();
        return events.getLast().startsWith("gap 5..") ? "ok" : "the lap is not noticed: " + events;
    }

    private int poll(final int limit) {
        return image.poll((buffer, offset, length, header) -> {
            inPlace += buffer.capacity() == CAPACITY ? 1 : 0;
            return Action.TAKEN;
        }, limit);
    }

    private void publish(final int messages, final int length) {
        for (int i = 0; i < messages; i++) {
            log.ring().setMemory(writer.claim(length), length, (byte) 0);
            writer.commit();
        }
    }
}
