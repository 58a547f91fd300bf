package io.verbus.tools.export.chronicle;

import io.verbus.BusException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.TailerDirection;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.WireIn;

/** Reads the state of a recording from its queue, backwards from the end to the last document with the state. */
final class BridgeState {
    private static final int HEX = 16;

    private final Path directory;
    private final String stream;
    private final Map<Long, Long> next = new HashMap<>();
    /** Sessions with a document after the last state. */
    private final Set<Long> seen = new HashSet<>();

    BridgeState(final Path directory, final String stream) {
        this.directory = directory;
        this.stream = stream;
    }

    /** The next sequence of each session that has not ended. */
    Map<Long, Long> read(final ChronicleQueue queue) {
        try (ExcerptTailer tailer = queue.createTailer().direction(TailerDirection.BACKWARD).toEnd()) {
            boolean isFound = false;
            while (!isFound) {
                try (DocumentContext document = tailer.readingDocument()) {
                    if (!document.isPresent()) {
                        require(next.isEmpty() && seen.isEmpty(), "no state of a recording");
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
            case "sessions" -> {
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
        if (state != null) {
            state.forEach((name, sequence) -> {
                final long session = Long.parseUnsignedLong(name, HEX);
                if (seen.add(session)) {
                    next.put(session, sequence);
                }
            });
        }
    }

    private void takeSession(final String event, final WireIn fields) {
        final String name = fields.read("session").text();
        require(name != null && name.matches("[0-9a-f]{1,16}"), "other content");
        final long session = Long.parseUnsignedLong(name, HEX);
        if (seen.add(session) && !event.equals("ended")) {
            next.put(session, fields.read("next").int64());
        }
    }

    private void require(final boolean isMet, final String content) {
        if (!isMet) {
            throw new BusException("the queue in " + directory + " has " + content
                    + ": name a new directory, or a queue of stream " + stream);
        }
    }
}
