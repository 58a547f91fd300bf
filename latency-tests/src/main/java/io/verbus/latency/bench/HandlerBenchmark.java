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

/**
 * A message by one thread, with handlers of one class or of three, each of a stream of its own, as in a process with
 * several roles: a call with three targets is not inlined.
 */
public class HandlerBenchmark extends CallBenchmark {
    private static final int BATCH = 64;
    private static final int LENGTH = 32;
    private static final int MOST_CLASSES = 3;
    /** Three logs stay in a core's caches: the benchmark compares calls, not memory. */
    private static final int CAPACITY = 64 << 10;
    private static final long REST_NS = 100_000;

    /** Handler classes in the process. */
    @Param({"1", "3"})
    private int classes;

    private final Publication[] publications = new Publication[MOST_CLASSES];
    private final Subscription[] subscriptions = new Subscription[MOST_CLASSES];
    private long sum;
    /** Each lambda has a class of its own. */
    private final PollHandler[] handlers = {
            (buffer, offset, size, header) -> {
                sum += Payload.sum(buffer, offset, size);
                return Action.TAKEN;
            },
            (buffer, offset, size, header) -> {
                sum -= Payload.sum(buffer, offset, size);
                return Action.TAKEN;
            },
            (buffer, offset, size, header) -> {
                sum ^= Payload.sum(buffer, offset, size);
                return Action.TAKEN;
            }};
    private Path directory;
    private Bus bus;
    private int next;
    private long value;

    /** For JMH. */
    public HandlerBenchmark() {
    }

    /**
     * Launches a bus with a stream for each handler class.
     *
     * @throws IOException if tmpfs is missing
     */
    @Setup
    public void open() throws IOException {
        directory = Files.createTempDirectory(Path.of("/dev/shm"), "verbus-bench-");
        bus = Bus.launch(BusSettings.defaults().withDirectory(directory.resolve("bus")));
        for (int i = 0; i < classes; i++) {
            final String stream = "bench" + i;
            publications[i] = bus.publish(PublicationSettings.of(stream).withCapacity(CAPACITY));
            subscriptions[i] = bus.subscribe(SubscriptionSettings.of(stream).withPolicy(Policy.BLOCK));
            while (subscriptions[i].sessions().isEmpty()) {
                subscriptions[i].poll(handlers[i], 1);
                LockSupport.parkNanos(REST_NS);
            }
            if (!publications[i].awaitSubscribers(1, Duration.ofSeconds(30))) {
                throw new BusException("the subscription did not connect");
            }
        }
    }

    /** Removes the bus. */
    @TearDown
    public void close() {
        for (int i = 0; i < classes; i++) {
            subscriptions[i].close(); // first: else the publication lingers for it
        }
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
        final int i = turn();
        publish(publications[i]);
        subscriptions[i].poll(handlers[i], 1);
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
        final int i = turn();
        for (int message = 0; message < BATCH; message++) {
            publish(publications[i]);
        }
        subscriptions[i].poll(handlers[i], BATCH);
        return sum;
    }

    private int turn() {
        next = next + 1 == classes ? 0 : next + 1;
        return next;
    }

    private void publish(final Publication publication) {
        final int offset = publication.claim(LENGTH);
        Payload.encode(publication.buffer(), offset, LENGTH, value++);
        publication.commit();
    }
}
