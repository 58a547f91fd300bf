package io.verbus.tools.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.DepartureCause;
import io.verbus.EvictionCause;
import io.verbus.Policy;
import io.verbus.Refusal;
import io.verbus.Subscriber;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AudienceTest {
    private final Audience audience = new Audience(System.err, () -> Instant.ofEpochMilli(25_200_045),
            subscriber -> subscriber.name().equals("own"));

    @Test
    void eachEventIsReportedOnceWithItsTime() {
        final Subscriber book = subscriber(Policy.BLOCK);
        audience.onJoined(book);
        audience.onSilent(book);
        audience.onEvicted(book, EvictionCause.NO_PROGRESS, "it slept");
        audience.onBack(book);
        audience.onLeft(book, DepartureCause.DIED, "its process died");
        audience.onJoined(subscriber(Policy.SKIP));
        assertEquals(List.of(
                "feed: 07:00:00.045Z subscriber book (process 77) joined under BLOCK: the feed waits for it",
                "feed: 07:00:00.045Z subscriber book (process 77) is silent: its process lives, but its heartbeat"
                        + " has stopped",
                "feed: 07:00:00.045Z subscriber book (process 77) was evicted, the feed continues: it slept",
                "feed: 07:00:00.045Z subscriber book (process 77) is back",
                "feed: 07:00:00.045Z subscriber book (process 77) left, the feed continues: its process died",
                "feed: 07:00:00.045Z subscriber book (process 77) joined under SKIP: the feed never waits for it"),
                audience.news());
        assertEquals(List.of(), audience.news());
    }

    @Test
    void subscribersThatBlockedTheFeedAreListed() {
        final Subscriber slow = new Subscriber("slow", 2, 78, Policy.BLOCK, true, false, 0, 1_200, 34_567_890,
                "10.0.0.2:7471", Refusal.NONE);
        assertEquals(
                List.of("feed: back pressure by subscriber slow (process 78 at 10.0.0.2:7471): 1,200 times, 34 ms in"
                        + " total"),
                Audience.backPressure(List.of(subscriber(Policy.BLOCK), slow)));
    }

    @Test
    void ownSubscribersAreNotReported() {
        audience.onJoined(subscriber("own", Policy.SKIP));
        audience.onLeft(subscriber("own", Policy.SKIP), DepartureCause.CLOSED, "it closed");
        assertEquals(List.of(), audience.news());
    }

    private static Subscriber subscriber(final Policy policy) {
        return subscriber("book", policy);
    }

    private static Subscriber subscriber(final String name, final Policy policy) {
        return new Subscriber(name, 1, 77, policy, true, false, 0, 0, 0, Subscriber.THIS_HOST, Refusal.NONE);
    }
}
