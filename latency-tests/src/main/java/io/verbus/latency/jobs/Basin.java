package io.verbus.latency.jobs;

import io.verbus.Action;
import io.verbus.BusException;
import io.verbus.MessageHandler;
import io.verbus.Policy;
import io.verbus.Subscription;
import io.verbus.latency.worker.Job;
import io.verbus.latency.worker.Line;
import io.verbus.peer.Gap;
import io.verbus.peer.SessionListener;
import java.util.ArrayList;
import java.util.List;

/** Takes what a {@link Spray} publishes, in as many images as it is told to have. */
final class Basin implements Job {
    private static final int LIMIT = 64;
    /** After which nothing comes any more. */
    private static final long QUIET_NS = 1_000_000_000;

    private final Ends ends;
    private final List<Tap> taps = new ArrayList<>();

    Basin(final Line job) {
        ends = new Ends(job);
    }

    @Override
    public Line run(final Line order) {
        switch (order.verb()) {
            case Words.IMAGES -> {
                have((int) order.number(Words.COUNT), Policy.valueOf(order.text(Words.POLICY)));
                return Line.of(Words.DONE);
            }
            case Words.RECEIVE -> {
                taps.forEach(Tap::reset);
                receive(order.number(Words.COUNT));
                return Line.of(Words.DONE)
                        .with(Words.LEAST,
                                taps.stream().mapToLong(tap -> tap.count).min().orElse(order.number(Words.COUNT)))
                        .with(Words.MISSED, taps.stream().mapToLong(tap -> tap.missed).sum());
            }
            default -> throw new BusException("a basin can't " + order);
        }
    }

    private void have(final int count, final Policy policy) {
        while (taps.size() > count || !taps.isEmpty() && taps.getLast().subscription.settings().policy() != policy) {
            taps.removeLast().subscription.close();
        }
        while (taps.size() < count) {
            final Tap tap = new Tap(ends, policy);
            taps.add(tap);
            Ends.await(tap.subscription);
        }
    }

    /** Until each image has got so many, or nothing comes any more. */
    private void receive(final long count) {
        long heardNs = System.nanoTime();
        while (taps.stream().anyMatch(tap -> tap.count < count) && System.nanoTime() - heardNs < QUIET_NS) {
            int polled = 0;
            for (final Tap tap : taps) {
                polled += tap.subscription.poll(tap.handler, LIMIT);
            }
            if (polled > 0) {
                heardNs = System.nanoTime();
            }
        }
    }

    @Override
    public void close() {
        ends.close();
    }

    /** One image, and what came of it. */
    private static final class Tap implements SessionListener {
        private final Subscription subscription;
        private final MessageHandler handler;
        private long count;
        private long missed;

        Tap(final Ends ends, final Policy policy) {
            handler = (buffer, offset, length, header) -> {
                count++;
                return Action.TAKEN;
            };
            subscription = ends.subscribe(
                    ends.subscription(Spray.STREAM).withPolicy(policy).withListener(this));
        }

        void reset() {
            count = 0;
            missed = 0;
        }

        @Override
        public void onGap(final Gap gap) {
            missed += gap.count();
        }
    }
}
