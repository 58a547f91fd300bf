package io.verbus.latency.bench;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.Policy;
import io.verbus.PollHandler;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.latency.subject.Payload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.agrona.IoUtil;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** A poll of a subscription that reads many sessions, as a gateway does; at most one of them has a message. */
public class SessionsBenchmark extends CallBenchmark {
    private static final int LENGTH = 32;
    private static final int LIMIT = 64;
    private static final int CAPACITY = 64 << 10;
    private static final long REST_NS = 100_000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Sessions that the subscription reads. */
    @Param({"1", "16", "64", "256"})
    private int sessions;

    private final List<Publication> publications = new ArrayList<>();
    private final PollHandler handler = (buffer, offset, size, header) -> {
        this.sum += Payload.sum(buffer, offset, size);
        return Action.TAKEN;
    };
    private Path directory;
    private Bus bus;
    private Subscription subscription;
    private long sum;
    private int next;
    private long value;

    /** For JMH. */
    public SessionsBenchmark() {
    }

    /**
     * Launches a bus with a publication for each session, and a subscription that has joined them.
     *
     * @throws IOException if tmpfs is missing
     */
    @Setup
    public void open() throws IOException {
        directory = Files.createTempDirectory(Path.of("/dev/shm"), "verbus-bench-");
        bus = Bus.launch(BusSettings.defaults().withDirectory(directory.resolve("bus")));
        subscription = bus.subscribe(SubscriptionSettings.of("bench").withPolicy(Policy.BLOCK)
                .withSessionLimit(sessions));
        for (int i = 0; i < sessions; i++) {
            publications.add(bus.publish(PublicationSettings.of("bench").withPublisher("publisher" + i)
                    .withCapacity(CAPACITY)));
        }
        while (subscription.sessions().size() < sessions) {
            subscription.poll(handler, LIMIT);
            LockSupport.parkNanos(REST_NS);
        }
        for (int i = 0; i < sessions; i++) {
            if (!publications.get(i).awaitSubscribers(1, PATIENCE)) {
                throw new BusException("the subscription did not connect");
            }
        }
        while (subscription.poll(handler, LIMIT) > 0) {
            LockSupport.parkNanos(REST_NS);
        }
    }

    /** Removes the bus. */
    @TearDown
    public void close() {
        subscription.close(); // first: else each publication lingers for it
        bus.close();
        IoUtil.delete(directory.toFile(), true);
    }

    /**
     * A poll that finds no message.
     *
     * @return 0
     */
    @Benchmark
    public int nothing() {
        return subscription.poll(handler, LIMIT);
    }

    /**
     * A message in the one busy session, and a poll for it.
     *
     * @return a checksum
     */
    @Benchmark
    public long oneBusySession() {
        publish(publications.getFirst());
        subscription.poll(handler, LIMIT);
        return sum;
    }

    /**
     * A message in one session after the other, and a poll for each.
     *
     * @return a checksum
     */
    @Benchmark
    public long eachSessionInTurn() {
        next = next + 1 == sessions ? 0 : next + 1;
        publish(publications.get(next));
        subscription.poll(handler, LIMIT);
        return sum;
    }

    private void publish(final Publication publication) {
        final int offset = publication.claim(LENGTH);
        if (offset < 0) {
            throw new BusException("the claim returned " + offset);
        }
        Payload.encode(publication.buffer(), offset, LENGTH, value++);
        publication.commit();
    }
}
