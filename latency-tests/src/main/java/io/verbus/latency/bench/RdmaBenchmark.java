package io.verbus.latency.bench;

import io.verbus.Action;
import io.verbus.Affinity;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.PollHandler;
import io.verbus.latency.subject.Payload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Publishing, receiving, an empty poll, and a round trip over RDMA. Both buses are in one process, so that the library
 * {@code native/double} can stand in for a device; its program {@code double_costs} does the same in C without a bus.
 * The figures of interest are the medians, and their ratios to those of that program, run in turns:
 *
 * <pre>
 * native/target/build/double/double_costs
 * LD_LIBRARY_PATH=native/target/build/double ./bus bench RdmaBenchmark
 * </pre>
 */
@BenchmarkMode(Mode.SampleTime)
public class RdmaBenchmark extends CallBenchmark {
    private static final int BURST = 64;
    private static final int EMPTY_POLLS = 16;
    private static final int PORT = 7471;
    private static final int ECHO_CORE = 1;
    private static final int CORE = 0;

    /** For JMH. */
    public RdmaBenchmark() {
    }

    /** Two buses with one stream; for all states below. */
    @State(Scope.Benchmark)
    public static class Buses {
        private final PollHandler handler = (buffer, offset, size, header) -> {
            received = Payload.value(buffer, offset) + 1;
            return Action.TAKEN;
        };
        /** Local address of a device. */
        @Param("10.73.0.1")
        private String address;
        private Path directory;
        private Bus first;
        private Bus second;
        private RdmaStream there;
        private long published;
        private long received;

        /** For JMH. */
        public Buses() {
        }

        /**
         * Launches the buses, and connects the stream.
         *
         * @throws IOException if tmpfs is missing
         */
        @Setup
        public void open() throws IOException {
            directory = Files.createTempDirectory(Path.of("/dev/shm"), "verbus-bench-");
            first = Bus.launch(BusSettings.defaults().withDirectory(directory.resolve("first")));
            second = Bus.launch(BusSettings.defaults().withDirectory(directory.resolve("second")));
            there = RdmaStream.open("there", first, second, address + ":" + PORT);
        }

        /** Removes the buses. */
        @TearDown
        public void close() {
            second.close(); // first: else the publication lingers for it
            first.close();
            IoUtil.delete(directory.toFile(), true);
        }

        private void publish() {
            for (int i = 0; i < BURST; i++) {
                there.send(published++);
            }
        }

        private void receiveAll() {
            while (received < published) {
                there.subscription().poll(handler, 1);
            }
        }
    }

    /** A burst that is published but not read. */
    @State(Scope.Thread)
    public static class Burst {
        /** For JMH. */
        public Burst() {
        }

        /**
         * Publishes it.
         *
         * @param buses to use
         */
        @Setup(Level.Invocation)
        public void publish(final Buses buses) {
            buses.publish();
        }
    }

    /** Nothing unread. */
    @State(Scope.Thread)
    public static class Drained {
        /** For JMH. */
        public Drained() {
        }

        /**
         * Reads everything.
         *
         * @param buses to use
         */
        @Setup(Level.Invocation)
        public void drain(final Buses buses) {
            buses.receiveAll();
        }
    }

    /** A second thread that answers each message on a second stream. */
    @State(Scope.Thread)
    public static class EchoThread {
        private RdmaStream back;
        private AgentRunner runner;

        /** For JMH. */
        public EchoThread() {
        }

        /**
         * Starts it.
         *
         * @param buses to use
         */
        @Setup
        public void start(final Buses buses) {
            back = RdmaStream.open("back", buses.second, buses.first, buses.address + ":" + (PORT + 1));
            runner = new AgentRunner(BusySpinIdleStrategy.INSTANCE, Throwable::printStackTrace, null,
                    new EchoAgent(buses.there, back));
            AgentRunner.startOnThread(runner);
            Affinity.pin(CORE);
        }

        /** Ends it. */
        @TearDown
        public void stop() {
            runner.close();
            back.close();
        }
    }

    /** Answers each message. */
    private static final class EchoAgent implements Agent {
        private final RdmaStream there;
        private final PollHandler answer;

        EchoAgent(final RdmaStream there, final RdmaStream back) {
            this.there = there;
            this.answer = (buffer, offset, size, header) -> {
                back.send(Payload.value(buffer, offset));
                return Action.TAKEN;
            };
        }

        @Override
        public void onStart() {
            Affinity.pin(ECHO_CORE);
        }

        @Override
        public int doWork() {
            return there.subscription().poll(answer, 1);
        }

        @Override
        public String roleName() {
            return "echo";
        }
    }

    /**
     * Claims, encodes and commits; each commit is pushed.
     *
     * @param buses to use
     * @param drained so that credit suffices
     */
    @Benchmark
    @OperationsPerInvocation(BURST)
    public void publish(final Buses buses, final Drained drained) {
        buses.publish();
    }

    /**
     * Receives a burst, one message a poll.
     *
     * @param buses to use
     * @param burst to receive
     */
    @Benchmark
    @OperationsPerInvocation(BURST)
    public void receive(final Buses buses, final Burst burst) {
        buses.receiveAll();
    }

    /**
     * Polls without messages.
     *
     * @param buses to use
     */
    @Benchmark
    @OperationsPerInvocation(EMPTY_POLLS)
    public void pollNothing(final Buses buses) {
        for (int i = 0; i < EMPTY_POLLS; i++) {
            buses.there.subscription().poll(buses.handler, 1);
        }
    }

    /**
     * Publishes a message, and waits for the answer.
     *
     * @param buses to use
     * @param echo to wait for
     */
    @Benchmark
    public void roundTrip(final Buses buses, final EchoThread echo) {
        buses.there.send(buses.published++);
        while (buses.received < buses.published) {
            echo.back.subscription().poll(buses.handler, 1);
        }
    }
}
