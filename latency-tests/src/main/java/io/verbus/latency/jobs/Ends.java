package io.verbus.latency.jobs;

import io.verbus.Policy;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.Endpoint;
import io.verbus.MessageHandler;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.latency.worker.Line;
import io.verbus.os.Affinity;
import io.verbus.peer.Subscriber;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * The bus of a process, and the ends of streams that its line asks for. Publications are made with the job,
 * subscriptions when all jobs are ready: so each finds somebody listening.
 */
final class Ends implements AutoCloseable {
    /** While others are measured this process is frozen: nobody is to draw conclusions from that. */
    private static final Duration FOR_EVER = Duration.ofHours(1);
    private static final long REST_NS = 100_000;
    private static final MessageHandler NOTHING = (buffer, offset, length, header) -> {
        throw new BusException("a message came before anybody was told to publish");
    };

    private final Line job;
    private final Bus bus;

    Ends(final Line job) {
        this.job = job;
        BusSettings settings = BusSettings.defaults().withHeartbeatTimeout(FOR_EVER).withProgressTimeout(FOR_EVER);
        settings = settings.withDutyCycle(
                Duration.ofMillis(job.number(Words.DUTY_CYCLE_MS, settings.dutyCycle().toMillis())));
        this.bus = Bus.launch(settings);
        if (job.words().containsKey(Words.CORE)) { // after the conductor, which is not to share it
            Affinity.pin((int) job.number(Words.CORE));
        }
    }

    PublicationSettings publication(final String stream) {
        return PublicationSettings.of(stream).withLinger(Duration.ZERO).withEndpoints(endpoints(Words.LISTEN));
    }

    SubscriptionSettings subscription(final String stream) {
        return SubscriptionSettings.of(stream).withPolicy(Policy.BLOCK).withEndpoints(endpoints(Words.CONNECT));
    }

    Publication publish(final PublicationSettings wish) {
        return bus.publish(wish);
    }

    Subscription subscribe(final SubscriptionSettings wish) {
        return bus.subscribe(wish);
    }

    /** Publications listen, subscriptions connect; without addresses both are on this host. */
    private Endpoint[] endpoints(final String word) {
        if (!job.words().containsKey(word)) {
            return new Endpoint[0];
        }
        final String address = job.text(word);
        return new Endpoint[]{word.equals(Words.LISTEN) ? Endpoint.listen(address) : Endpoint.connect(address)};
    }

    /** What nobody polls does not join: so all wait for all, and poll. */
    static void await(final Publication publication, final int readers) {
        while (publication.subscribers().stream().filter(Subscriber::isReady).count() != readers) {
            LockSupport.parkNanos(REST_NS);
        }
    }

    static void await(final Subscription subscription) {
        while (subscription.sessions().isEmpty()) {
            subscription.poll(NOTHING, 1);
            LockSupport.parkNanos(REST_NS);
        }
    }

    /** Until both are joined. The other side does the same. */
    static void await(final Publication publication, final Subscription subscription) {
        while (publication.subscribers().stream().noneMatch(Subscriber::isReady)) {
            subscription.poll(NOTHING, 1);
            LockSupport.parkNanos(REST_NS);
        }
        await(subscription);
    }

    /** Claims, waiting for as long as a reader is behind. */
    static int claim(final Publication publication) {
        int offset;
        do {
            offset = publication.claim(Message.LENGTH);
        } while (offset == Publication.BACK_PRESSURED);
        if (offset < 0) {
            throw new BusException("the publication is closed");
        }
        return offset;
    }

    @Override
    public void close() {
        bus.close();
    }
}
