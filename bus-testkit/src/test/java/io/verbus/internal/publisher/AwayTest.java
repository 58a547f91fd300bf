package io.verbus.internal.publisher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Endpoint;
import io.verbus.LossCause;
import io.verbus.LostSession;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.internal.log.LogLayout;
import io.verbus.internal.subscriber.RemoteSessions;
import io.verbus.support.ShmDir;
import io.verbus.testkit.fabric.FabricPair;
import io.verbus.testkit.fabric.link.FabricSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Publishers that connect to a listening subscription, and disappear without a message that arrives. */
class AwayTest {
    private static final int PUBLISHERS = RemoteSessions.MAX_SESSIONS + 10;
    private static final UnsafeBuffer MESSAGE = new UnsafeBuffer(new byte[100]);

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private final Set<Long> got = new HashSet<>();
    private final List<LostSession> lost = new ArrayList<>();

    @Test
    void longestAbsentPublisherYieldsItsPlace() {
        final List<Long> came = new ArrayList<>();
        try (FabricPair hosts = FabricPair.open(directory, FabricSettings.prompt());
                Subscription subscription = hosts.subscribeAt(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK)
                        .withStart(Start.oldest())
                        .withListener(new Losses()).withEndpoints(Endpoint.listen(hosts.subscribingAddress())))) {
            for (int i = 0; i < PUBLISHERS; i++) {
                final Publication publication = hosts.publishAt(PublicationSettings.of("s").withPublisher("p" + i)
                        .withCapacity(LogLayout.MIN_CAPACITY).withLinger(Duration.ZERO)
                        .withEndpoints(Endpoint.connect(hosts.subscribingAddress())));
                came.add(publication.session().id());
                publication.offer(MESSAGE, 0, 100);
                for (int cycle = 0; cycle < 200 && !got.contains(publication.session().id()); cycle++) {
                    hosts.pass(Duration.ofMillis(100));
                    poll(subscription);
                }
                assertTrue(got.contains(publication.session().id()), "publisher " + i + " has not got through");
                hosts.breakLinks();
                while (!publication.tryClose()) {
                    hosts.pass(Duration.ofMillis(5));
                }
                poll(subscription);
            }
        }
        final List<Long> given = lost.stream().filter(LostSession::forGood).map(one -> one.session().id()).toList();
        assertEquals(came.subList(0, PUBLISHERS - RemoteSessions.MAX_SESSIONS), given);
        assertTrue(lost.stream().filter(LostSession::forGood).allMatch(one -> one.cause() == LossCause.GIVEN_UP));
    }

    private void poll(final Subscription subscription) {
        for (int i = 0; i < 200; i++) {
            subscription.poll((buffer, offset, length, header) -> {
                got.add(header.session());
                return Action.TAKEN;
            }, 100);
        }
    }

    private final class Losses implements SessionListener {
        @Override
        public void onEvent(final SessionEvent event) {
            if (event instanceof LostSession session) {
                lost.add(session);
            }
        }
    }
}
