package io.verbus.testkit.chaos;

import static io.verbus.testkit.chaos.Child.hex;
import static io.verbus.testkit.chaos.Child.say;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.Endpoint;
import io.verbus.Header;
import io.verbus.Policy;
import io.verbus.PollHandler;
import io.verbus.Repair;
import io.verbus.SessionListener;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.recovery.RecoveringSubscription;
import io.verbus.recovery.RecoverySettings;
import io.verbus.testkit.oracle.SessionOracle;
import io.verbus.testkit.oracle.SubscriptionOracle;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;

/**
 * Reads and checks everything, pauses in its handler, and prints its events. Its handler throws sometimes, which costs
 * no message. On command, it stays in its handler until it is resumed. An evicted reader joins again.
 */
public final class ReaderProcess {
    /** A command: the reader exhausts its heap for a while. */
    static final String EXHAUST_HEAP = "exhaust";

    private static final int LIMIT = 100;
    private static final int LARGEST_ARRAY = 1 << 18;
    /** Some duty cycles. */
    private static final long EXHAUSTED_NS = 150_000_000;
    private static final long REST_NS = 100_000;
    private static final Duration FILLING_TIMEOUT = Duration.ofSeconds(5);

    private final Child child;
    private SubscriptionOracle oracle;
    private EventPrinter telling;
    private boolean holding;
    private int saidFaults;
    private long saidDelivered = -1;
    private long filled;
    private long thrown;

    private ReaderProcess(final String... arguments) {
        child = new Child(arguments);
    }

    /** The source of messages: a subscription, or one that is filled from the journal. */
    private record Source(Poll poll, Runnable end) implements AutoCloseable {
        @FunctionalInterface
        interface Poll {
            int poll(PollHandler handler, int limit);
        }

        @Override
        public void close() {
            end.run();
        }
    }

    /** A kind of reader by its name. */
    public enum Kind {
        BLOCK, COPIES, SKIP, REPAIR, CONFLATE,
        /** Joins again after each eviction. */
        EVICT,
        /** Receives missed messages from the journal. */
        FILLED,
        /** Writes that journal. */
        RECORDER;

        /** Whether the client in C has it. */
        boolean isInC() {
            return this != FILLED && this != RECORDER;
        }

        private Source open(final Bus bus, final String name, final SessionListener listener,
                final Endpoint... endpoints) {
            final SubscriptionSettings settings = settings().withName(name).withListener(listener)
                    .withEndpoints(endpoints);
            if (this == FILLED) {
                final RecoveringSubscription filled = RecoveringSubscription.of(bus,
                        settings, RecoverySettings.defaults().withTimeout(FILLING_TIMEOUT));
                return new Source(filled::poll, filled::close);
            }
            final Subscription subscription = bus.subscribe(settings);
            return new Source(subscription::poll, subscription::close);
        }

        private SubscriptionSettings settings() {
            final SubscriptionSettings settings = SubscriptionSettings.of(Child.STREAM).withPolicy(Policy.BLOCK)
                    .withStart(Start.live());
            return switch (this) {
                case BLOCK -> settings;
                case COPIES -> settings.withCopies(true);
                case SKIP -> settings.withPolicy(Policy.SKIP);
                case REPAIR, FILLED -> settings.withPolicy(Policy.SKIP).withRepair(Repair.REPAIR);
                case CONFLATE -> settings.withPolicy(Policy.CONFLATE);
                case EVICT -> settings.withPolicy(Policy.EVICT);
                case RECORDER -> throw new AssertionError("the recorder has its own main class");
            };
        }
    }

    public static void main(final String[] args) throws InterruptedException {
        final Kind kind = Kind.valueOf(Child.awaitRole());
        if (kind == Kind.RECORDER) {
            RecorderProcess.run(new Child(args));
            return;
        }
        try {
            run(kind, new ReaderProcess(args));
        } catch (final OutOfMemoryError e) {
            say("out of memory: " + e.getMessage());
            System.exit(1);
        }
    }

    private static void run(final Kind kind, final ReaderProcess reader) {
        try (Bus bus = Child.retry(() -> Bus.launch(Child.settings()))) {
            String name = kind.name();
            for (int again = 1; !reader.read(bus, kind, name); again++) {
                name = kind.name() + "." + again; // its publishers know it as another
                say("again " + name);
            }
        }
        say("filled " + reader.filled);
        say("bye");
    }

    /** Reads until it is stopped or evicted. Returns true if it was stopped. */
    private boolean read(final Bus bus, final Kind kind, final String name) {
        oracle = new SubscriptionOracle(Child::payloads);
        telling = new EventPrinter(oracle);
        saidFaults = 0;
        saidDelivered = -1;
        thrown = 0;
        boolean ended = false;
        try (Source source = Child.retry(() -> kind.open(bus, name, telling, child.endpoints()))) {
            while (!ended && !telling.isEvicted()) {
                final String order = Child.order();
                ended = "end".equals(order);
                if (EXHAUST_HEAP.equals(order)) {
                    say("exhausted its heap of " + exhaustHeap() + " bytes");
                } else {
                    holding |= order != null && !ended;
                }
                if (source.poll().poll(this::onMessage, LIMIT) == 0) {
                    LockSupport.parkNanos(REST_NS);
                }
                if (child.isReportDue()) {
                    report();
                }
            }
        }
        telling.sayRun();
        if (telling.failures() != thrown) {
            say("fault the handler threw " + thrown + " times, but " + telling.failures() + " were reported");
        }
        report();
        return ended;
    }

    /** Takes all memory for a while; allocations of other threads fail. Returns the number of bytes taken. */
    private static long exhaustHeap() {
        Object[] taken = null;
        long bytes = 0;
        for (int length = LARGEST_ARRAY; length > 1;) {
            try {
                final Object[] more = new Object[length];
                more[0] = taken;
                taken = more;
                bytes += length * (long) Integer.BYTES;
            } catch (final OutOfMemoryError e) {
                length /= 2;
            }
        }
        final long untilNs = System.nanoTime() + EXHAUSTED_NS;
        while (System.nanoTime() - untilNs < 0 && taken != null) {
            Thread.onSpinWait();
        }
        return bytes;
    }

    private Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        if (holding) {
            holding = false;
            say("holding " + hex(header.session()) + " " + header.sequence());
            child.stay();
        }
        child.dwell();
        filled += header.position() == Header.NO_POSITION ? 1 : 0;
        telling.see(header);
        final Action action = oracle.onMessage(buffer, offset, length, header);
        if (child.isToThrow()) {
            thrown++;
            throw new IllegalStateException("of the handler at " + header.sequence());
        }
        return action;
    }

    private void report() {
        final List<String> faults = oracle.faults();
        while (saidFaults < faults.size()) {
            say("fault " + faults.get(saidFaults++));
        }
        long delivered = 0;
        Map.Entry<Long, SessionOracle> latest = null;
        for (final Map.Entry<Long, SessionOracle> session : oracle.sessions().entrySet()) {
            delivered += session.getValue().delivered();
            latest = session;
        }
        if (latest != null && delivered != saidDelivered) {
            saidDelivered = delivered;
            say("at " + hex(latest.getKey()) + " " + latest.getValue().next());
        }
    }
}
