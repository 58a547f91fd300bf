package io.verbus.testkit.closing;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.Clocks;
import io.verbus.Endpoint;
import io.verbus.Header;
import io.verbus.Policy;
import io.verbus.PollHandler;
import io.verbus.Poller;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Pusher;
import io.verbus.Repair;
import io.verbus.SessionListener;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.journal.JournalSettings;
import io.verbus.journal.JournalWriter;
import io.verbus.journal.Recorder;
import io.verbus.recovery.RecoveringSubscription;
import io.verbus.recovery.RecoverySettings;
import io.verbus.support.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Threads that publish, poll and record until their objects are closed. Each ends by itself, and none throws. */
final class Users {
    private static final int CAPACITY = 1 << 16;
    private static final int LONGEST = 8_000;
    private static final int ROUNDS_AFTER_CLOSE = 1_000_000;
    private static final Policy[] POLICIES = {Policy.BLOCK, Policy.SKIP, Policy.SKIP, Policy.CONFLATE};

    private final SplittableRandom random;
    private final List<String> faults;
    private final List<Thread> threads = new ArrayList<>();
    private final List<AutoCloseable> used = new ArrayList<>();

    Users(final SplittableRandom random, final List<String> faults) {
        this.random = random;
        this.faults = faults;
    }

    void publish(final Bus bus, final int count, final Endpoint... endpoints) {
        final Pusher[] pushers = new Pusher[endpoints.length == 0 ? 0 : random.nextInt(3)];
        Arrays.setAll(pushers, i -> new Pusher("pusher " + i));
        for (int i = 0; i < count; i++) {
            final Publication publication = bus.publish(PublicationSettings.of("s").withPublisher("p" + i)
                    .withCapacity(CAPACITY).withLinger(Duration.ofMillis(random.nextInt(20))).withEndpoints(endpoints)
                    .withPusher(pushers));
            used.add(publication);
            final SplittableRandom own = random.split();
            add("publisher " + i, () -> publish(publication, own));
        }
        for (final Pusher pusher : pushers) {
            add(pusher.roleName(), () -> push(bus, pusher));
        }
    }

    /** For some time after the bus has closed, too. */
    private static void push(final Bus bus, final Pusher pusher) {
        for (int after = 0; after < ROUNDS_AFTER_CLOSE; after += bus.isClosed() ? 1 : 0) {
            pusher.doWork();
        }
    }

    private void publish(final Publication publication, final SplittableRandom own) {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[LONGEST]);
        long result = 0;
        while (result != Publication.CLOSED) {
            if (own.nextInt(8) == 0) {
                result = publication.offer(message, 0, own.nextInt(LONGEST));
            } else {
                final int length = own.nextInt(publication.maxClaimLength() / 4);
                final int offset = publication.claim(length);
                result = offset;
                if (offset >= 0) {
                    publication.buffer().setMemory(offset, length, (byte) length);
                    if (own.nextInt(4) == 0) {
                        publication.commit(length / 2);
                    } else {
                        publication.commit();
                    }
                }
            }
            if (result == Publication.BACK_PRESSURED) {
                Thread.onSpinWait();
            }
        }
    }

    void subscribe(final Bus bus, final int count, final Endpoint... endpoints) {
        for (int i = 0; i < count; i++) {
            final SubscriptionSettings settings = SubscriptionSettings.of("s").withName("r" + i)
                    .withPolicy(POLICIES[random.nextInt(POLICIES.length)]).withStart(Start.oldest())
                    .withEndpoints(endpoints);
            final Subscription one = bus.subscribe(settings);
            final Subscription other = bus.subscribe(settings.withPolicy(Policy.SKIP));
            used.add(one);
            used.add(other);
            final PollHandler handler = i == 0 ? closing(one) : Users::read;
            final Poller poller = Poller.of(one, handler).and(other, handler).withLimit(100);
            add("poller " + i, () -> poller.run(() -> !one.isClosed() || !other.isClosed()));
        }
    }

    /** Some handlers close the subscription that calls them. */
    private PollHandler closing(final Subscription subscription) {
        final long last = random.nextLong(100_000);
        return (buffer, offset, length, header) -> {
            if (header.sequence() == last) {
                subscription.close();
            }
            return read(buffer, offset, length);
        };
    }

    private static Action read(final DirectBuffer buffer, final int offset, final int length) {
        long sum = 0;
        for (int i = 0; i < length; i++) {
            sum += buffer.getByte(offset + i);
        }
        return sum == Long.MIN_VALUE ? Action.NOT_TAKEN : Action.TAKEN;
    }

    private static Action read(final DirectBuffer buffer, final int offset, final int length,
            final Header header) {
        return read(buffer, offset, length);
    }

    /** No recorder serves: requests are repeated. */
    void recover(final Bus bus) {
        final RecoveringSubscription subscription = RecoveringSubscription.of(bus,
                SubscriptionSettings.of("s").withName("recovering").withPolicy(Policy.SKIP)
                        .withRepair(Repair.REPAIR).withStart(Start.at(0)),
                RecoverySettings.defaults().withTimeout(Duration.ofMillis(1 + random.nextInt(20))));
        used.add(subscription);
        add("recovering poller", () -> {
            while (!subscription.isClosed()) {
                subscription.poll(Users::read, 10);
            }
            subscription.poll(Users::read, 10);
        });
    }

    void record(final Bus bus, final Path journals) {
        final JournalWriter journal = JournalWriter.open(journals, "s",
                JournalSettings.defaults().withSegmentLength(1 << 16));
        final Recorder recorder = new Recorder(journal, Clocks.SYSTEM, SessionListener.NONE);
        final Subscription subscription = bus.subscribe(SubscriptionSettings.of("s").withName("recorder")
                .withPolicy(Policy.SKIP).withListener(recorder));
        used.add(subscription);
        add("recorder", () -> {
            try (journal) {
                while (!subscription.isClosed()) {
                    recorder.doWork(subscription);
                }
            }
        });
    }

    private void add(final String name, final Runnable use) {
        threads.add(Thread.ofPlatform().name(name).daemon().unstarted(() -> {
            try {
                use.run();
            } catch (final Throwable t) {
                report(name + " threw " + t);
            }
        }));
    }

    private void report(final String fault) {
        synchronized (faults) {
            faults.add(fault);
        }
    }

    void start() {
        threads.forEach(Thread::start);
        LockSupport.parkNanos(random.nextInt(5_000_000));
    }

    /** Closes some of the objects, in any order; returns their number. */
    int closeSome() {
        int closes = 0;
        while (!used.isEmpty() && random.nextInt(5) > 0) {
            final AutoCloseable closeable = used.remove(random.nextInt(used.size()));
            try {
                closeable.close();
                closeable.close();
            } catch (final Exception e) {
                report("close threw " + e);
            }
            closes++;
            LockSupport.parkNanos(random.nextInt(100_000));
        }
        return closes;
    }

    /** Waits for the end of all threads. */
    void await() {
        for (final Thread thread : threads) {
            try {
                if (!thread.join(Patience.LIMIT)) {
                    report(thread.getName() + " has not ended: " + List.of(thread.getStackTrace()));
                }
            } catch (final InterruptedException e) {
                report(e.toString());
            }
        }
    }
}
