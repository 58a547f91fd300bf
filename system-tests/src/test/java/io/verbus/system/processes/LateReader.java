package io.verbus.system.processes;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.Header;
import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.testkit.chaos.Child;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.agrona.DirectBuffer;

/**
 * A process that spins on a subscription with latencies, and notes by itself which messages are late. On request it
 * collects garbage, or prints how many messages were late because of a stall that the test has injected.
 */
final class LateReader {
    private static final int MOST_LATE = 1 << 20;
    private static final int NODES = 4_000_000;

    private final long[] publishedNs = new long[MOST_LATE];
    private final long[] receivedNs = new long[MOST_LATE];
    private final Queue<String> orders = new ConcurrentLinkedQueue<>();
    private final long lateNs;
    private int late;
    /** Objects that a collection has to visit. */
    private Node live;

    private record Node(Node next) {}

    private LateReader(final Duration lateFrom) {
        this.lateNs = lateFrom.toNanos();
    }

    /** Arguments: policy, and the latency from which on a message is late, in ms. */
    public static void main(final String[] args) {
        final Duration lateFrom = Duration.ofMillis(Long.parseLong(args[1]));
        try (Bus bus = Bus.launch();
                Subscription subscription = bus.subscribe(SubscriptionSettings.of(Child.STREAM).withName("reader")
                        .withPolicy(Policy.valueOf(args[0])).withStart(Start.oldest()).withLatencies(true)
                        .withLateFrom(lateFrom))) {
            Child.say("reading");
            new LateReader(lateFrom).run(subscription);
        }
    }

    private void run(final Subscription subscription) {
        Thread.ofPlatform().daemon().start(this::read);
        String order = null;
        while (!"end".equals(order)) {
            order = subscription.poll(this::onMessage, 100) > 0 ? null : orders.poll(); // it has read all
            if (order != null && order.startsWith("report ")) {
                final String[] words = order.split(" ");
                Child.say("late " + late + " of stall " + ofStall(Long.parseLong(words[1]), Long.parseLong(words[2])));
            }
        }
    }

    /** On a thread of its own, which ends the process with the test. */
    private void read() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                switch (line) {
                    case "fill" -> fill();
                    case "collect" -> collect();
                    default -> orders.add(line);
                }
            }
        } catch (final IOException _) {
            // The test has ended.
        }
        Runtime.getRuntime().halt(0);
    }

    private void fill() {
        for (int i = 0; i < NODES; i++) {
            live = new Node(live);
        }
        Child.say("filled");
    }

    private static void collect() {
        final long fromNs = System.nanoTime();
        System.gc();
        Child.say("collected " + fromNs + " " + System.nanoTime());
    }

    private Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        final long nowNs = System.nanoTime();
        if (nowNs - header.publishedNs() >= lateNs && late < MOST_LATE) {
            publishedNs[late] = header.publishedNs();
            receivedNs[late] = nowNs;
            late++;
        }
        return Action.TAKEN;
    }

    /** The number of late messages that were in flight during the stall for at least half of their time. */
    private int ofStall(final long fromNs, final long toNs) {
        int number = 0;
        for (int i = 0; i < late; i++) {
            final long stalledNs = Math.min(toNs, receivedNs[i]) - Math.max(fromNs, publishedNs[i]);
            number += 2 * stalledNs >= receivedNs[i] - publishedNs[i] ? 1 : 0;
        }
        return number;
    }
}
