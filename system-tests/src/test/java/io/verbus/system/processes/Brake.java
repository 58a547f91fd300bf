package io.verbus.system.processes;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.journal.JournalReader;
import io.verbus.journal.RecordHeader;
import io.verbus.journal.SessionReader;
import io.verbus.support.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;

/**
 * Reads a stream under BLOCK, and never beyond the end of its journal. So the publisher cannot overwrite messages that
 * are not yet recorded, however long the recorder is down, and runs at full speed while the recorder runs. For one
 * thread.
 */
final class Brake implements AutoCloseable {
    /**
     * Distance from the end of the journal. While the recorder is down, this reader advances into it by one message per
     * second, so that it is not evicted for lack of progress.
     */
    private static final long RESERVE = 60;
    private static final long TRICKLE_NS = Duration.ofSeconds(1).toNanos();
    private static final int LIMIT = 500;

    private final Path directory;
    private final Bus bus;
    private final Subscription subscription;
    private SessionReader journal;
    private long next;
    /** The first message is read at once: a reader that has never read is evicted after one second. */
    private long allowed = 1;
    private long advancedNs = System.nanoTime();
    private long records;

    Brake(final Path busDirectory, final Path directory) {
        this.directory = directory;
        this.bus = Bus.launch(BusSettings.defaults().withDirectory(busDirectory).withTransports(List.of()));
        this.subscription = bus.subscribe(SubscriptionSettings.of("md.itch").withPolicy(Policy.BLOCK).withName("brake")
                .withStart(Start.oldest()));
    }

    /** Reads until this many messages are in the journal. */
    void readUntil(final long messages, final BooleanSupplier condition, final String context) throws IOException {
        final long beganNs = System.nanoTime();
        while (records < messages) {
            step();
            check(condition, beganNs, context);
        }
    }

    /** Reads until the end of the session is in the journal, and then without limit until the publisher ends. */
    void readToEnd(final BooleanSupplier publisherLives, final String context) throws IOException {
        final long beganNs = System.nanoTime();
        while (journal == null || !journal.isOver()) {
            step();
            check(() -> true, beganNs, context);
        }
        allowed = Long.MAX_VALUE;
        while (publisherLives.getAsBoolean()) {
            read();
        }
    }

    /** Messages in the journal. */
    long recorded() {
        return records;
    }

    private void step() throws IOException {
        if (journal == null) {
            findJournal();
        }
        final int count = journal == null ? 0 : journal.poll(this::onRecord, LIMIT);
        final long nowNs = System.nanoTime();
        if (count > 0) {
            allowed = Math.max(allowed, journal.next() - RESERVE);
            advancedNs = nowNs;
        } else if (nowNs - advancedNs >= TRICKLE_NS && journal != null && allowed < journal.next()) {
            allowed++;
            advancedNs = nowNs;
        }
        if (read() == 0 && count == 0) {
            Thread.yield();
        }
    }

    private int read() {
        final long more = Math.min(LIMIT, allowed - next);
        return more <= 0 ? 0 : subscription.poll((buffer, offset, length, header) -> {
            next = header.sequence() + header.frames();
            return Action.TAKEN;
        }, (int) more);
    }

    private Action onRecord(final DirectBuffer buffer, final int offset, final int length,
            final RecordHeader header) {
        records++;
        return Action.TAKEN;
    }

    private void findJournal() throws IOException {
        if (Files.isDirectory(directory)) {
            try (Stream<Path> files = Files.list(directory)) {
                if (files.noneMatch(file -> file.toString().endsWith(".segment"))) {
                    return;
                }
            }
            final JournalReader reader = JournalReader.open(directory);
            journal = reader.read(reader.sessions().getFirst().session().id());
        }
    }

    private static void check(final BooleanSupplier condition, final long beganNs, final String context) {
        if (!condition.getAsBoolean() || System.nanoTime() - beganNs > Patience.NS) {
            throw new AssertionError(context + ": a process ended, or the journal does not grow");
        }
    }

    @Override
    public void close() {
        if (journal != null) {
            journal.close();
        }
        subscription.close();
        bus.close();
    }
}
