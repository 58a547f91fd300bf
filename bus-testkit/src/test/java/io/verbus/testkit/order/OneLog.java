package io.verbus.testkit.order;

import io.verbus.Action;
import io.verbus.Header;
import io.verbus.Policy;
import io.verbus.Repair;
import io.verbus.Start;
import io.verbus.internal.image.Image;
import io.verbus.internal.image.ImageSettings;
import io.verbus.internal.image.LocalImage;
import io.verbus.internal.image.ReassemblyMemory;
import io.verbus.internal.log.GatingPositions;
import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogLayout;
import io.verbus.internal.log.LogWriter;
import io.verbus.internal.monitor.GapCounters;
import io.verbus.internal.shm.Positions;
import io.verbus.spi.LogIdentity;
import io.verbus.spi.SubscriptionIdentity;
import io.verbus.support.EventRecorder;
import io.verbus.testkit.memory.Interleaving;
import io.verbus.testkit.memory.Scenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;

/** The smallest log, its publisher and one image, with messages in which every word contains their sequence. */
abstract class OneLog implements Scenario {
    static final int CAPACITY = LogLayout.MIN_CAPACITY;
    static final int CHUNK = CAPACITY / LogLayout.CHUNKS;
    /** Payload of a frame that fills a chunk. */
    static final int LONG = CHUNK - 16;
    static final long SESSION = 1;
    static final long SUBSCRIPTION = 5;
    static final long PROCESS = 7;
    static final GatingPositions UNGATED = () -> Long.MAX_VALUE;

    final EventRecorder recording = new EventRecorder();
    final List<Long> got = new ArrayList<>();
    /** Number of messages that were read in place. */
    int inPlace;
    Interleaving interleaving;
    Log log;
    LogWriter writer;
    Positions positions;
    Image image;

    void create(final Interleaving played, final Path path, final GatingPositions holdback) {
        interleaving = played;
        log = Log.create(path, new LogIdentity("s", SESSION, "publisher", CAPACITY, false, PROCESS, 1, 0, 0, "test"));
        writer = new LogWriter(log, holdback, () -> 0);
    }

    void subscribe(final Path path, final Policy policy) {
        positions = Positions.create(path, new SubscriptionIdentity(SUBSCRIPTION, "subscription", policy, PROCESS, 1),
                64);
    }

    void join(final Start.Point start) {
        final GapCounters uncounted = new GapCounters() {
            @Override
            public void gap(final long messages) {
                // the listener is notified
            }

            @Override
            public void discarded(final long copies) {
                // not used
            }

            @Override
            public void failed() {
                throw new AssertionError("no handler of this test throws");
            }
        };
        image = new LocalImage(Log.attach(log.path()), positions, start, new ImageSettings("t", Repair.REPORT, false,
                new ReassemblyMemory(0), recording, uncounted, error -> interleaving.fail(error.toString()), () -> 0));
    }

    /**
     * Files that are listed; their words are in simulated memory. And a lock that cannot be taken, so its process is
     * alive.
     */
    static void touch(final Path lock, final Path... files) {
        try {
            if (!Files.exists(lock)) {
                Files.createDirectory(lock);
                for (final Path file : files) {
                    Files.createDirectories(file.getParent());
                    Files.createFile(file);
                }
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Publishes one message; false if the publisher has to wait. */
    boolean publish(final int length) {
        final int offset = writer.claim(length);
        if (offset < 0) {
            return false;
        }
        for (int i = 0; i < length; i += Long.BYTES) {
            log.ring().putLong(offset + i, word(writer.sequence(), i));
        }
        writer.commit();
        return true;
    }

    /** Publishes several messages, before or after the history, on the publisher's own thread. */
    void publish(final int messages, final int length) {
        for (int i = 0; i < messages; i++) {
            publish(length);
        }
        writer.handOver();
    }

    int poll(final int limit) {
        return image.poll(this::onMessage, limit);
    }

    private Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        if (interleaving.isShared(buffer)) {
            interleaving.readsInPlace(buffer, offset, length);
            inPlace++;
        }
        final int whole = whole(buffer, offset, length, header.sequence());
        if (whole < length) {
            interleaving.fail("message " + header.sequence() + " is torn at byte " + whole + " of " + length);
        }
        got.add(header.sequence());
        return Action.TAKEN;
    }

    /** The number of bytes that are those of the message. */
    static int whole(final DirectBuffer buffer, final int offset, final int length, final long sequence) {
        int i = 0;
        while (i < length && buffer.getLong(offset + i) == word(sequence, i)) {
            i += Long.BYTES;
        }
        return i;
    }

    /** The events must belong to one session, whose messages and gaps are contiguous. */
    void check() {
        for (final String event : recording.events()) {
            if (!event.startsWith("started") && !event.startsWith("gap")) {
                throw new AssertionError("unexpected event \"" + event + "\"");
            }
        }
        final List<Long> sequences = missing();
        sequences.addAll(got);
        sequences.sort(null);
        for (int i = 1; i < sequences.size(); i++) {
            if (sequences.get(i) != sequences.get(i - 1) + 1) {
                throw new AssertionError("delivered " + got + ", recording " + recording.events());
            }
        }
        if (!got.equals(got.stream().sorted().toList())) {
            throw new AssertionError("out of order: " + got);
        }
    }

    /** Messages for which gaps were reported. */
    List<Long> missing() {
        final List<Long> missing = new ArrayList<>();
        for (final String event : recording.events()) {
            if (event.startsWith("gap")) {
                final String[] range = event.substring(4).split("\\.\\.");
                for (long sequence = Long.parseLong(range[0]); sequence <= Long.parseLong(range[1]); sequence++) {
                    missing.add(sequence);
                }
            }
        }
        return missing;
    }

    private static long word(final long sequence, final int index) {
        return 0x0100_0000_0000L * (sequence + 1) + index + 1;
    }
}
