package io.verbus.conductor;

import io.verbus.BusException;
import io.verbus.directory.BusDirectory;
import io.verbus.directory.StreamDirectory;
import io.verbus.log.Acknowledgements;
import io.verbus.log.Holdback;
import io.verbus.log.Horizon;
import io.verbus.log.Log;
import io.verbus.log.LogLayout;
import io.verbus.log.LogWriter;
import io.verbus.peer.Subscriber;
import io.verbus.position.PeerPositions;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.ErrorHandler;

/**
 * The subscriptions that read one publication's log on this host: finds them, acknowledges those that ask to be waited
 * for, and lets go of those that left, died, or stood still for too long.
 *
 * <p>Everything is the conductor's, except {@link #lowest()}, which the publisher's thread calls.
 */
public final class Readers implements Duty, Holdback {
    private static final Held[] NOBODY = {};
    private static final VarHandle LOOKING;

    static {
        try {
            LOOKING = MethodHandles.lookup().findVarHandle(Readers.class, "looking", boolean.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Log log;
    private final BusDirectory directory;
    private final StreamDirectory stream;
    private final StreamDirectory.Watch watch;
    private final long progressTimeoutNs;
    private final ErrorHandler errorHandler;
    private final Map<Long, Reader> known = new HashMap<>();
    /** Files that could not be read; said once each. */
    private final Map<Long, Path> refused = new HashMap<>();
    /** Let go of, but perhaps still in the publisher's hands. */
    private final List<Reader> retired = new ArrayList<>();
    private final Pulse liveness = new Pulse(Pulse.LIVENESS_NS);
    private LogWriter writer;

    /** Those whose positions hold the publisher back. Replaced, never changed. */
    private volatile Held[] waitedFor = NOBODY;
    /** Whether the publisher's thread is using an array that it has got from {@link #waitedFor}. */
    private boolean looking;

    /**
     * For a new log.
     *
     * @param log of the publication, writable
     * @param directory that processes meet in
     * @param stream of the log
     * @param progressTimeoutNs after which a reader that holds up a claim and stands still is evicted
     * @param errorHandler gets what goes wrong with single readers
     */
    public Readers(final Log log, final BusDirectory directory, final StreamDirectory stream,
            final long progressTimeoutNs, final ErrorHandler errorHandler) {
        this.log = log;
        this.directory = directory;
        this.stream = stream;
        this.watch = stream.watch();
        this.progressTimeoutNs = progressTimeoutNs;
        this.errorHandler = errorHandler;
    }

    /**
     * Tells whose position and waits to look at. Before the first turn.
     *
     * @param newWriter of the log
     */
    public void writer(final LogWriter newWriter) {
        writer = newWriter;
    }

    @Override
    public long lowest() {
        LOOKING.setVolatile(this, true);
        long lowest = Long.MAX_VALUE;
        for (final Held held : waitedFor) {
            lowest = Math.min(lowest, held.position());
        }
        LOOKING.setRelease(this, false);
        return lowest;
    }

    @Override
    public int doWork(final long nowNs) {
        int work = 0;
        if (watch.changed(nowNs)) {
            work += discover();
        }
        final boolean looksForDead = liveness.isDue(nowNs);
        for (final Reader reader : List.copyOf(known.values())) {
            if (looksForDead && !directory.isAlive(reader.identity().process())) {
                bury(reader);
                work++;
            } else if (!reader.isReading()) {
                letGo(reader);
            } else if (reader.asks()) {
                work += acknowledge(reader, nowNs) ? 1 : 0;
            } else if (isWaitedFor(reader) && reader.stuckNs(writer.awaited(), nowNs) > progressTimeoutNs) {
                evict(reader);
                work++;
            }
        }
        unmapRetired();
        return work;
    }

    /** {@return the subscriptions that read this log now} */
    public List<Subscriber> describe() {
        final long end = writer.position();
        return known.values().stream().filter(Reader::isReading)
                .map(reader -> reader.describe(isWaitedFor(reader), end)).toList();
    }

    /** {@return how many subscriptions there are on the stream, whether they read this log or not} */
    public int count() {
        return known.size();
    }

    /** Unmaps everything; the publisher's thread must not call {@link #lowest()} any more. */
    public void close() {
        waitedFor = NOBODY;
        known.values().forEach(Reader::close);
        retired.forEach(Reader::close);
        known.clear();
        retired.clear();
    }

    private int discover() {
        final Map<Long, Path> present = stream.positions();
        int work = 0;
        for (final Reader reader : List.copyOf(known.values())) {
            if (!present.containsKey(reader.identity().id())) {
                retire(reader);
                work++;
            }
        }
        refused.keySet().retainAll(present.keySet());
        for (final Map.Entry<Long, Path> entry : present.entrySet()) {
            if (!known.containsKey(entry.getKey()) && !refused.containsKey(entry.getKey())) {
                work += attach(entry.getKey(), entry.getValue()) ? 1 : 0;
            }
        }
        return work;
    }

    private boolean attach(final long subscription, final Path path) {
        try {
            final PeerPositions positions = PeerPositions.attach(path);
            if (positions.identity().id() != subscription) {
                positions.close();
                throw new BusException(path + " has the name of another subscription; remove it");
            }
            known.put(subscription, new Reader(positions, path, log.identity().session()));
            return true;
        } catch (final BusException e) {
            refused.put(subscription, path);
            if (Files.exists(path)) { // else it left while we looked
                errorHandler.onError(e);
            }
            return false;
        }
    }

    /**
     * The reader has stored its position and then looks at the horizon; the publisher stores the horizon and then looks
     * at the positions. We put the reader before the publisher's eyes first and look at the horizon after that, so
     * either the publisher sees the reader, or we see that the reader came too late: then it asks again from where it
     * goes on.
     */
    private boolean acknowledge(final Reader reader, final long nowNs) {
        final long join = reader.join();
        if (Horizon.of(log.header()) > reader.position()) {
            letGo(reader); // not even for a moment
            return false;
        }
        waitFor(reader);
        VarHandle.fullFence();
        if (Horizon.of(log.header()) > reader.position()) {
            letGo(reader);
            return false;
        }
        reader.answered(join, nowNs);
        if (!Acknowledgements.acknowledge(log.header(), reader.identity().id(), join)) {
            letGo(reader);
            errorHandler.onError(new BusException("stream " + stream.name() + " has " + LogLayout.MAX_READERS
                    + " BLOCK subscriptions already, which is the most it waits for: " + reader.identity().name()
                    + " reads as under SKIP"));
            return false;
        }
        return true;
    }

    private void evict(final Reader reader) {
        letGo(reader);
        errorHandler.onError(new BusException("subscription " + reader.identity().name() + " (process "
                + reader.identity().pid() + ") on stream " + stream.name()
                + " held up its publisher and read nothing for "
                + progressTimeoutNs / 1_000_000 + " ms: it is not waited for any more"));
    }

    private void bury(final Reader reader) {
        retire(reader);
        try {
            Files.deleteIfExists(reader.path());
        } catch (final IOException e) {
            throw new BusException("cannot remove " + reader.path() + ", which a dead process left: " + e.getMessage(),
                    e);
        }
    }

    private void retire(final Reader reader) {
        letGo(reader);
        known.remove(reader.identity().id());
        retired.add(reader);
    }

    private void letGo(final Reader reader) {
        if (isWaitedFor(reader)) {
            waitedFor = Arrays.stream(waitedFor).filter(held -> held.reader() != reader).toArray(Held[]::new);
            Acknowledgements.withdraw(log.header(), reader.identity().id());
        }
    }

    private void waitFor(final Reader reader) {
        if (!isWaitedFor(reader)) {
            final Held[] more = Arrays.copyOf(waitedFor, waitedFor.length + 1);
            more[waitedFor.length] = reader.hold();
            waitedFor = more;
        }
    }

    private boolean isWaitedFor(final Reader reader) {
        return Arrays.stream(waitedFor).anyMatch(held -> held.reader() == reader);
    }

    /**
     * The publisher may hold the array of before; once it is seen outside {@link #lowest()} it can only get the new.
     */
    private void unmapRetired() {
        if (!retired.isEmpty() && !(boolean) LOOKING.getVolatile(this)) {
            retired.forEach(Reader::close);
            retired.clear();
        }
    }
}
