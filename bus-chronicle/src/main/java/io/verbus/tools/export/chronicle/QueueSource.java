package io.verbus.tools.export.chronicle;

import io.verbus.BusException;
import io.verbus.tools.tap.MessageSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import net.openhft.chronicle.core.io.BackgroundResourceReleaser;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.ValueIn;
import net.openhft.chronicle.wire.WireIn;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The messages of a queue. In a queue of the bridge they are the bytes of its documents {@code message}; a document of
 * another queue is a message as a whole.
 */
final class QueueSource implements MessageSource {
    private static final int HEX = 16;

    private final Path directory;
    private final Consumer<String> report;
    private final ChronicleQueue queue;
    private final ExcerptTailer tailer;
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[0]);
    private final StringBuilder event = new StringBuilder();
    private final boolean isBridge;
    private boolean isWhole = true;

    private QueueSource(final Path directory, final String start, final Consumer<String> report) {
        this.directory = directory;
        this.report = report;
        queue = SingleChronicleQueueBuilder.binary(directory).readOnly(true).build();
        try {
            tailer = queue.createTailer();
            isBridge = hasStateFirst();
            move(start);
        } catch (final Exception e) {
            queue.close();
            throw e;
        }
    }

    /** Opens a queue to read it. */
    static MessageSource open(final Path directory, final String start, final Consumer<String> report) {
        if (!Files.exists(directory.resolve(SingleChronicleQueue.QUEUE_METADATA_FILE))) {
            throw new BusException("there is no queue in " + directory + ": give the directory of a Chronicle Queue");
        }
        try {
            return new QueueSource(directory, start, report);
        } catch (final BusException e) {
            throw e;
        } catch (final Exception e) { // of Chronicle, by a damaged file; also checked ones, undeclared
            throw new BusException("cannot read the queue in " + directory + ": " + e, e);
        }
    }

    /** Whether the first document is the state of a bridge. */
    private boolean hasStateFirst() {
        try (DocumentContext document = tailer.toStart().readingDocument()) {
            return document.isPresent() && document.wire() != null
                    && nameOf(document.wire()).equals(BridgeQueue.STATE);
        }
    }

    /** The name of a document, empty if it has other bytes. */
    private static String nameOf(final WireIn wire) {
        final StringBuilder name = new StringBuilder();
        try {
            wire.readEventName(name);
        } catch (final Exception _) { // of Chronicle, which has no other sign of such bytes
            return "";
        }
        return name.toString();
    }

    private void move(final String start) {
        switch (start) {
            case "oldest" -> tailer.toStart();
            case "newest" -> tailer.toEnd();
            default -> {
                if (!start.matches("(0x)?[0-9a-fA-F]{1,16}")) {
                    throw new BusException("--start cannot be '" + start
                            + "': use oldest, newest, or the index of a document in hex digits");
                }
                final long index = Long.parseUnsignedLong(start.replaceFirst("^0x", ""), HEX);
                if (!tailer.moveToIndex(index)) {
                    throw new BusException("the queue in " + directory + " has no document with the index " + start);
                }
            }
        }
    }

    @Override
    public boolean next() {
        try {
            boolean isMessage = false;
            while (!isMessage) {
                try (DocumentContext document = tailer.readingDocument()) {
                    if (!document.isPresent()) {
                        return false;
                    }
                    isMessage = take(document.wire());
                }
            }
            return true;
        } catch (final BusException e) {
            throw e;
        } catch (final Exception e) { // of Chronicle, by a damaged file; also checked ones, undeclared
            throw new BusException("cannot read " + place() + " of the queue in " + directory + ": " + e, e);
        }
    }

    /** Takes a document. Returns whether it is a message. */
    private boolean take(final WireIn wire) {
        if (!isBridge) {
            final byte[] bytes = new byte[(int) wire.bytes().readRemaining()];
            wire.bytes().read(bytes);
            buffer.wrap(bytes);
            return true;
        }
        event.setLength(0);
        final ValueIn value = wire.readEventName(event);
        switch (event.toString()) {
            case "message" -> value.marshallable(fields -> buffer.wrap(fields.read("bytes").bytes()));
            case "missed" -> value.marshallable(fields -> reportMissing(session(fields) + ": sequences "
                    + fields.read("first").int64() + " to " + (fields.read("next").int64() - 1)
                    + " are missing in the queue: " + fields.read("cause").text()));
            case "ended" -> value.marshallable(this::takeEnd);
            case BridgeQueue.STATE -> {
            } // of the bridge
            default -> throw new BusException("the queue in " + directory + " has other documents than those of bridge,"
                    + " such as " + event);
        }
        return event.toString().equals("message");
    }

    private void takeEnd(final WireIn fields) {
        final String session = session(fields);
        final long next = fields.read("next").int64();
        final String cause = fields.read("cause").text();
        if (cause != null) {
            reportMissing(session + " was lost before sequence " + next + ": " + cause);
        }
    }

    private static String session(final WireIn fields) {
        return "session " + fields.read("session").text();
    }

    private void reportMissing(final String sentence) {
        isWhole = false;
        report.accept(sentence);
    }

    @Override
    public DirectBuffer buffer() {
        return buffer;
    }

    @Override
    public int length() {
        return buffer.capacity();
    }

    @Override
    public String place() {
        return "document " + Long.toHexString(tailer.lastReadIndex());
    }

    @Override
    public boolean isWhole() {
        return isWhole;
    }

    @Override
    public void close() {
        report.accept("the queue continues at --start " + Long.toHexString(tailer.index()));
        tailer.close();
        queue.close();
        BackgroundResourceReleaser.releasePendingResources(); // its files are then closed
    }
}
