package io.verbus.latency.bench;

import io.verbus.BlockingPermission;
import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.Endpoint;
import io.verbus.PollHandler;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Pusher;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.latency.subject.Payload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.agrona.IoUtil;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Messages to subscriptions on another host, without and with a pusher: the publishing thread's time for a burst, and
 * the time from the commit of a single message to its delivery. One other thread polls all subscriptions and runs the
 * pusher, unless that has a thread of its own. Both buses are in one process, so that the library {@code native/double}
 * can stand in for RDMA devices. With the two profiles below, which differ in nothing else, positions are
 * immediates of the writes, or messages after them:
 *
 * <pre>
 * LD_LIBRARY_PATH=native/target/build/double ./bus bench PushBenchmark.publish
 * LD_LIBRARY_PATH=native/target/build/double ./bus bench PushBenchmark.deliver -p subscriptions=1
 * LD_LIBRARY_PATH=native/target/build/double VERBUS_DOUBLE=e810,iwarp=1 \
 *     ./bus bench PushBenchmark -p subscriptions=1 -p pusher=false
 * LD_LIBRARY_PATH=native/target/build/double VERBUS_DOUBLE=e810,iwarp=1,part=14290,immediates=0 \
 *     ./bus bench PushBenchmark -p subscriptions=1 -p pusher=false
 * </pre>
 */
@BenchmarkMode(Mode.SampleTime)
public class PushBenchmark extends CallBenchmark {
    private static final int BURST = 16;
    private static final int LENGTH = 64;
    /** From one burst to the next at least, also without subscriptions: all cases have the same rests. */
    private static final long REST_NS = 20_000;

    /** Number of subscriptions. */
    @Param({"0", "1", "8"})
    private int subscriptions;
    /** Whether a pusher pushes. */
    @Param({"false", "true"})
    private boolean pusher;
    /** Whether the pusher has a thread of its own, which needs a third core. */
    @Param("false")
    private boolean apart;
    /** Local address of a device. */
    @Param("10.73.0.1")
    private String address;

    private Path directory;
    private Bus publishing;
    private Bus subscribing;
    private Publication publication;
    private final List<AgentRunner> runners = new ArrayList<>();
    private final List<Subscription> readers = new ArrayList<>();
    private long value;
    private volatile long delivered;
    private final PollHandler handler = (buffer, offset, size, header) -> Action.TAKEN;

    /** For JMH. */
    public PushBenchmark() {
    }

    /**
     * Launches two buses, and waits until the subscriptions have connected.
     *
     * @throws IOException if tmpfs is missing
     */
    @Setup
    public void open() throws IOException {
        directory = Files.createTempDirectory(Path.of("/dev/shm"), "verbus-bench-");
        publishing = Bus.launch(BusSettings.defaults().withDirectory(directory.resolve("publisher")));
        subscribing = Bus.launch(BusSettings.defaults().withDirectory(directory.resolve("subscribers")));
        final String uri = "rdma://" + address + ":7471";
        final Pusher agent = new Pusher("pusher");
        final PublicationSettings settings = PublicationSettings.of("bench")
                .withBlocking(BlockingPermission.named("bench")).withEndpoints(Endpoint.listen(uri));
        publication = publishing.publish(pusher ? settings.withPusher(agent) : settings);
        for (int i = 0; i < subscriptions; i++) {
            readers.add(subscribing.subscribe(SubscriptionSettings.of("bench").withName("bench")
                    .withPolicy(Policy.BLOCK)
                    .withEndpoints(Endpoint.connect(uri))));
        }
        run(other(agent));
        if (pusher && apart) {
            run(agent);
        }
        if (!publication.awaitSubscribers(subscriptions, Duration.ofSeconds(30))) {
            throw new BusException("the subscriptions did not connect");
        }
    }

    private void run(final Agent agent) {
        final AgentRunner runner = new AgentRunner(BusySpinIdleStrategy.INSTANCE, publishing.errorHandler(), null,
                agent);
        AgentRunner.startOnThread(runner);
        runners.add(runner);
    }

    private Agent other(final Pusher agent) {
        return new Agent() {
            @Override
            public int doWork() {
                int work = pusher && !apart ? agent.doWork() : 0;
                for (final Subscription reader : readers) {
                    final int count = reader.poll(handler, BURST);
                    work += count;
                    if (count > 0) {
                        delivered += count;
                    }
                }
                return work;
            }

            @Override
            public String roleName() {
                return "other";
            }
        };
    }

    /** Waits until the last burst is delivered, so that bursts neither merge nor wait for credit. */
    @Setup(Level.Invocation)
    public void rest() {
        final long untilNs = System.nanoTime() + REST_NS;
        while (delivered < value * subscriptions || System.nanoTime() < untilNs) {
            Thread.onSpinWait();
        }
    }

    /** Removes the buses. */
    @TearDown
    public void close() {
        runners.forEach(AgentRunner::close);
        subscribing.close();
        publishing.close();
        IoUtil.delete(directory.toFile(), true);
    }

    /** Publishes a burst. */
    @Benchmark
    @OperationsPerInvocation(BURST)
    public void publish() {
        for (int i = 0; i < BURST; i++) {
            publishOne();
        }
    }

    private void publishOne() {
        final int offset = publication.claim(LENGTH);
        Payload.encode(publication.buffer(), offset, LENGTH, value++);
        publication.commit();
    }

    /** Publishes a message, and waits until all subscriptions have delivered it. */
    @Benchmark
    public void deliver() {
        publishOne();
        while (delivered < value * subscriptions) {
            Thread.onSpinWait();
        }
    }
}
