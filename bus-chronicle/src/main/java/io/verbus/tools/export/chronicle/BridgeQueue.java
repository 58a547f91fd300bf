package io.verbus.tools.export.chronicle;

import io.verbus.BusException;
import io.verbus.Clocks;
import io.verbus.Session;
import io.verbus.internal.journal.JournalLock;
import io.verbus.internal.os.HeldFile;
import io.verbus.journal.SessionRecording;
import io.verbus.tools.Texts;
import io.verbus.tools.export.QueueRecording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import net.openhft.chronicle.core.io.BackgroundResourceReleaser;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.WriteMarshallable;

/**
 * The messages of a stream in a queue. The queue itself has the state of the recording: a document {@code sessions}
 * with the next sequence of each session, at each start and after some documents; and between them
 * {@code message}, {@code missed} and {@code ended}. A document is there as a whole or not at all, so after a kill the
 * recording continues with the next message.
 */
final class BridgeQueue implements QueueRecording {
    /** Name of the document with the state, which is the first one too. */
    static final String STATE = "sessions";
    /** Documents between two states; as many are read at a start. */
    private static final int INTERVAL = 10_000;
    /** Of the fields of a document, beyond its message. */
    private static final int OVERHEAD = 2_048;
    /** Of a session in the state. */
    private static final int STATE_BYTES = 64;
    /** Sessions that have ended and are known: the log of one can still be there, or be there again by a relay. */
    private static final int MAX_ENDED = 1_000;

    private final HeldFile lock;
    private final String stream;
    private final FreeRoom room;
    private final ChronicleQueue queue;
    private final ExcerptAppender appender;
    /** The next sequence, or {@link BridgeState#OVER}, by session. */
    private final Map<Long, Long> known;
    private final Map<Long, BridgeSession> sessions = new HashMap<>();
    private int sinceState;

    private BridgeQueue(final Path directory, final String stream, final RollCycle cycle, final HeldFile lock) {
        this.lock = lock;
        this.stream = stream;
        this.room = new FreeRoom(directory);
        room.require(OVERHEAD);
        final SingleChronicleQueueBuilder builder = SingleChronicleQueueBuilder.binary(directory);
        queue = (cycle == null ? builder : builder.rollCycle(cycle)).build();
        try {
            known = new BridgeState(directory, stream).read(queue);
            appender = queue.createAppender();
            writeState();
        } catch (final Exception e) {
            queue.close();
            throw e;
        }
    }

    /** Opens a queue to continue it, or creates one. */
    static QueueRecording open(final Path directory, final String stream, final String roll) {
        final RollCycle cycle = roll == null ? null : cycle(roll);
        final Path absolute = directory.toAbsolutePath().normalize();
        if (Files.isDirectory(absolute)) {
            requireQueue(absolute);
        }
        final HeldFile lock = JournalLock.acquire(absolute);
        try {
            return new BridgeQueue(absolute, stream, cycle, lock);
        } catch (final BusException e) {
            lock.close();
            throw e;
        } catch (final Exception e) { // of Chronicle, by a damaged file; also checked ones, undeclared
            lock.close();
            throw new BusException("cannot use the queue in " + directory + ": " + e, e);
        }
    }

    private static RollCycle cycle(final String name) {
        final List<RollCycle> all = StreamSupport.stream(RollCycles.all().spliterator(), false).toList();
        return all.stream().filter(cycle -> cycle.toString().equals(name)).findFirst()
                .orElseThrow(() -> new BusException("there is no roll cycle " + name + ": use one of "
                        + all.stream().map(Object::toString).distinct().collect(Collectors.joining(", "))));
    }

    private static void requireQueue(final Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            final List<String> names = files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals(".lock")).sorted().toList();
            if (!names.isEmpty() && !names.contains(SingleChronicleQueue.QUEUE_METADATA_FILE)) {
                throw new BusException(directory + " is not a queue: it contains " + names.getFirst()
                        + "; name a new directory, or a queue of this command");
            }
        } catch (final IOException e) {
            throw new BusException("cannot read " + directory + ": " + e.getMessage(), e);
        }
    }

    @Override
    public Map<Long, Long> unfinished() {
        final Map<Long, Long> unfinished = new HashMap<>(known);
        unfinished.values().removeIf(next -> next == BridgeState.OVER);
        return unfinished;
    }

    @Override
    public SessionRecording session(final Session session) {
        return session(session.id());
    }

    private BridgeSession session(final long session) {
        return sessions.computeIfAbsent(session,
                id -> new BridgeSession(this, id, known.getOrDefault(id, SessionRecording.UNKNOWN),
                        known.containsKey(id) && known.get(id) == BridgeState.OVER));
    }

    @Override
    public void abandon(final long session, final String cause) {
        session(session).breakOff(0, cause, Clocks.SYSTEM.epoch().nanoTime());
    }

    @Override
    public void endBatch() {
        if (sinceState >= INTERVAL) {
            writeState();
        }
    }

    /** Writes a document about a session, which then continues with a sequence, or is {@link BridgeState#OVER}. */
    void write(final String event, final long session, final long next, final int bytes,
            final WriteMarshallable fields) {
        write(event, bytes, fields);
        known.put(session, next);
        if (next == BridgeState.OVER) {
            final List<Long> ended = known.keySet().stream().filter(id -> known.get(id) == BridgeState.OVER).toList();
            known.keySet().removeAll(ended.subList(0, Math.max(0, ended.size() - MAX_ENDED)));
        }
        sinceState++;
    }

    private void writeState() {
        write(STATE, STATE_BYTES * known.size(), wire -> {
            wire.write("stream").text(stream);
            wire.write("next").marshallable(next -> known
                    .forEach((session, sequence) -> next.write(Texts.hex(session)).int64(sequence)));
        });
        sinceState = 0;
    }

    private void write(final String event, final int bytes, final WriteMarshallable fields) {
        room.require(bytes + OVERHEAD);
        try (DocumentContext document = appender.writingDocument()) {
            document.wire().write(event).marshallable(fields);
        }
        room.take(bytes + OVERHEAD);
    }

    @Override
    public void close() {
        appender.close();
        queue.close();
        BackgroundResourceReleaser.releasePendingResources(); // its files are then closed
        lock.close();
    }
}
