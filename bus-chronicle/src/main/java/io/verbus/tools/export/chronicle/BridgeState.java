package io.verbus.tools.export.chronicle;

import io.verbus.BusException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.TailerDirection;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.WireIn;

/** Reads the state of a recording from its queue, backwards from the end to the last document with the state. */
final class BridgeState {
    /** In place of the next sequence of a session that has ended. */
    static final long OVER = -1;
    private static final int HEX = 16;

    private final Path directory;
    private final String stream;
    private final Map<Long, Long> next = new LinkedHashMap<>();

    BridgeState(final Path directory, final String stream) {
        this.directory = directory;
        this.stream = stream;
    }

    /** The next sequence, or {@link #OVER}, of each session. */
    Map<Long, Long> read(final ChronicleQueue queue) {
        try (ExcerptTailer tailer = queue.createTailer().direction(TailerDirection.BACKWARD).toEnd()) {
            boolean isFound = false;
            while (!isFound) {
                try (DocumentContext document = tailer.readingDocument()) {
                    if (!document.isPresent()) {
                        require(next.isEmpty(), "no state of a recording");
                        return next;
                    }
                    isFound = take(document.wire());
                }
            }
            return next;
        }
    }

    /** Takes a document. Returns whether it has the state. */
    private boolean take(final WireIn wire) {
        require(wire != null, "other content");
        final StringBuilder event = new StringBuilder();
        final var value = wire.readEventName(event);
        switch (event.toString()) {
            case BridgeQueue.STATE -> {
                value.marshallable(this::takeState);
                return true;
            }
            case "message", "missed", "ended" -> value.marshallable(fields -> takeSession(event.toString(), fields));
            default -> require(false, "other content, such as " + (event.isEmpty() ? "bytes" : event));
        }
        return false;
    }

    private void takeState(final WireIn fields) {
        final String other = fields.read("stream").text();
        require(stream.equals(other), "the messages of stream " + other);
        final Map<String, Long> state = fields.read("next").marshallableAsMap(String.class, Long.class);
        final Map<Long, Long> since = new LinkedHashMap<>(next);
        next.clear(); // the sessions of the state are older
        if (state != null) {
            state.forEach((name, sequence) -> next.put(Long.parseUnsignedLong(name, HEX), sequence));
        }
        next.putAll(since);
    }

    private void takeSession(final String event, final WireIn fields) {
        final String name = fields.read("session").text();
        require(name != null && name.matches("[0-9a-f]{1,16}"), "other content");
        final long session = Long.parseUnsignedLong(name, HEX);
        next.putIfAbsent(session, event.equals("ended") ? OVER : fields.read("next").int64());
    }

    private void require(final boolean isMet, final String content) {
        if (!isMet) {
            throw new BusException("the queue in " + directory + " has " + content
                    + ": name a new directory, or a queue of stream " + stream);
        }
    }
}
