package io.verbus.testkit.pause;

import static io.verbus.testkit.chaos.Child.hex;
import static io.verbus.testkit.chaos.Child.say;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.Header;
import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.testkit.chaos.ChaosEndpoints;
import io.verbus.testkit.chaos.Child;
import io.verbus.testkit.chaos.EventPrinter;
import io.verbus.testkit.oracle.SubscriptionOracle;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.agrona.DirectBuffer;

/**
 * Reads the messages of a {@link PacedFeed}, checks everything, and prints its events. On request it prints the latency
 * of the messages since the last request. An evicted reader joins again.
 */
final class PacedReader {
    private static final int LIMIT = 500;
    private static final long REST_NS = 20_000;
    private static final double PERCENTILE = 99;
    private static final int SIGNIFICANT_DIGITS = 2;

    private SubscriptionOracle oracle;
    private EventPrinter telling;
    /** In ns. */
    private final Histogram latencies = new Histogram(SIGNIFICANT_DIGITS);
    private final boolean restful;
    private final Child child = new Child("0");
    private long session;
    private long next = -1;
    private long printedNext = -1;
    private int printedFaults;

    /** A restful reader yields its core when no message is available. */
    private PacedReader(final boolean restful) {
        this.restful = restful;
    }

    /** Arguments: policy, whether it is restful, and the meeting point with its feed. */
    public static void main(final String[] args) {
        final String role = Child.awaitRole();
        final PacedReader reader = new PacedReader(Boolean.parseBoolean(args[1]));
        try (Bus bus = Bus.launch(Child.settings())) {
            String name = role;
            for (int again = 1; !reader.read(bus, SubscriptionSettings.of(Child.STREAM).withName(name)
                    .withPolicy(Policy.valueOf(args[0])).withEndpoints(ChaosEndpoints.endpoints(args, 2))); again++) {
                name = role + "." + again; // its publisher knows it as another
                say("again " + name);
            }
        }
        say("bye");
    }

    /** Reads until it is stopped or evicted. Returns true if it was stopped. */
    private boolean read(final Bus bus, final SubscriptionSettings requested) {
        oracle = new SubscriptionOracle(PacedFeed::payloads);
        telling = new EventPrinter(oracle);
        printedFaults = 0;
        try (Subscription subscription = bus.subscribe(requested.withStart(Start.live()).withListener(telling))) {
            say("reading");
            return read(subscription);
        }
    }

    private boolean read(final Subscription subscription) {
        boolean ended = false;
        while (!ended && !telling.isEvicted()) {
            final String order = Child.order();
            ended = "end".equals(order);
            if (order != null && !ended) {
                printLatency();
            }
            if (subscription.poll(this::onMessage, LIMIT) == 0) {
                rest();
            }
            if (child.isReportDue()) {
                report();
            }
        }
        telling.sayRun();
        report();
        return ended;
    }

    private void rest() {
        if (restful) {
            LockSupport.parkNanos(REST_NS);
        } else {
            Thread.onSpinWait();
        }
    }

    private Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        final long lateNs = System.nanoTime() - buffer.getLong(offset);
        latencies.recordValue(Math.max(0, lateNs));
        session = header.session();
        next = header.sequence() + 1;
        telling.see(header);
        return oracle.onMessage(buffer, offset + PacedFeed.DUE_LENGTH, length - PacedFeed.DUE_LENGTH, header);
    }

    private void printLatency() {
        say("p99 " + latencies.getValueAtPercentile(PERCENTILE) + " of " + latencies.getTotalCount());
        latencies.reset();
    }

    private void report() {
        final List<String> faults = oracle.faults();
        while (printedFaults < faults.size()) {
            say("fault " + faults.get(printedFaults++));
        }
        if (next != printedNext) {
            printedNext = next;
            say("at " + hex(session) + " " + next);
        }
    }
}
