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
import java.util.concurrent.locks.LockSupport;
import org.agrona.IoUtil;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** The cost of timestamps, and of a subscription that records latencies, on one thread. */
public class TimingBenchmark extends CallBenchmark {
    private static final int BATCH = 64;
    private static final int LENGTH = 32;
    private static final long REST_NS = 100_000;

    /** Neither, timestamps only, or timestamps and latencies. */
    @Param({"none", "timestamps", "latencies"})
    private String timing;

    private Path directory;
    private Bus bus;
    private Publication publication;
    private Subscription subscription;
    private long value;
    private long sum;
    private final PollHandler handler = (buffer, offset, size, header) -> {
        sum += Payload.sum(buffer, offset, size);
        return Action.TAKEN;
    };

    /** For JMH. */
    public TimingBenchmark() {
    }

    /**
     * Launches a bus with one stream, its publication and its subscription.
     *
     * @throws IOException if tmpfs is missing
     */
    @Setup
    public void open() throws IOException {
        directory = Files.createTempDirectory(Path.of("/dev/shm"), "verbus-bench-");
        bus = Bus.launch(BusSettings.defaults().withDirectory(directory.resolve("bus")));
        publication = bus.publish(PublicationSettings.of("bench").withTimestamps(!timing.equals("none")));
        subscription = bus.subscribe(SubscriptionSettings.of("bench").withPolicy(Policy.BLOCK)
                .withLatencies(timing.equals("latencies")));
        while (subscription.sessions().isEmpty()) {
            subscription.poll(handler, 1);
            LockSupport.parkNanos(REST_NS);
        }
        if (!publication.awaitSubscribers(1, Duration.ofSeconds(30))) {
            throw new BusException("the subscription did not connect");
        }
    }

    /** Removes the bus. */
    @TearDown
    public void close() {
        subscription.close(); // first: else the publication lingers for it
        bus.close();
        IoUtil.delete(directory.toFile(), true);
    }

    /**
     * A message, and a poll for it.
     *
     * @return a checksum
     */
    @Benchmark
    public long onePerPoll() {
        publish();
        subscription.poll(handler, 1);
        return sum;
    }

    /**
     * A poll for 64 messages; the time is of one of them.
     *
     * @return a checksum
     */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long manyPerPoll() {
        for (int message = 0; message < BATCH; message++) {
            publish();
        }
        subscription.poll(handler, BATCH);
        return sum;
    }

    /**
     * A poll without messages.
     *
     * @return 0
     */
    @Benchmark
    public int pollNothing() {
        return subscription.poll(handler, 1);
    }

    private void publish() {
        final int offset = publication.claim(LENGTH);
        Payload.encode(publication.buffer(), offset, LENGTH, value++);
        publication.commit();
    }
}
