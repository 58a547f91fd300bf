package io.verbus.latency.bench;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.Policy;
import io.verbus.PollHandler;
import io.verbus.Publication;
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
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** Claim, commit and poll by one thread: the instructions, without transfers between cores. */
public class BusBenchmark extends CallBenchmark {
    private static final long REST_NS = 100_000;

    /** Bytes of a message. */
    @Param({"32", "256"})
    private int length;
    /** A reader under BLOCK reads in place, one under SKIP reads copies. */
    @Param({"BLOCK", "SKIP"})
    private Policy policy;

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
    public BusBenchmark() {
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
        publication = bus.publish("bench");
        subscription = bus.subscribe(SubscriptionSettings.of("bench").withPolicy(policy));
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
     * Publishes and polls a message.
     *
     * @return the sum of all payloads so far
     */
    @Benchmark
    public long claimCommitPoll() {
        final int offset = publication.claim(length);
        Payload.encode(publication.buffer(), offset, length, value++);
        publication.commit();
        subscription.poll(handler, 1);
        return sum;
    }

    /**
     * Polls without messages.
     *
     * @return 0
     */
    @Benchmark
    public int pollNothing() {
        return subscription.poll(handler, 1);
    }

    /**
     * Claims and aborts.
     *
     * @return its offset
     */
    @Benchmark
    public int claimAbort() {
        final int offset = publication.claim(length);
        publication.abort();
        return offset;
    }
}
