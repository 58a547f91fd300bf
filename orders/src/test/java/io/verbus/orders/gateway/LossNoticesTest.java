package io.verbus.orders.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.Gap;
import io.verbus.GapCause;
import io.verbus.Session;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Losses of a session are noticed at once, then as a sum. */
class LossNoticesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long BEGIN = -5 * SECOND; // the origin of a monotonic clock is arbitrary

    private final List<String> noticed = new ArrayList<>();
    private final LossNotices losses = new LossNotices(noticed::add);

    @Test
    void firstLossIsNoticedAtOnceAndLaterOnesOnceASecond() {
        for (int i = 0; i < 1_000; i++) {
            losses.lost(gap("A", 10), BEGIN + i * SECOND / 400);
        }
        losses.ended(session("A"));
        assertEquals(List.of("10 messages of publisher A are lost, its next request is refused: lapped",
                "4000 messages of publisher A are lost, its next request is refused: lapped",
                "4000 messages of publisher A are lost, its next request is refused: lapped",
                "1990 messages of publisher A are lost, its next request is refused"), noticed);
    }

    @Test
    void laterLossesAreNoticedWithoutAnotherLoss() {
        losses.lost(gap("A", 1), BEGIN);
        losses.lost(gap("A", 2), BEGIN + SECOND / 2);
        losses.doWork(BEGIN + SECOND);
        assertEquals(1, noticed.size());
        losses.doWork(BEGIN + 3 * SECOND / 2);
        losses.doWork(BEGIN + 3 * SECOND);
        assertEquals(List.of("2 messages of publisher A are lost, its next request is refused"),
                noticed.subList(1, noticed.size()));
    }

    @Test
    void eachSessionIsNoticed() {
        losses.lost(gap("A", 1), BEGIN);
        losses.lost(gap("B", 2), BEGIN);
        losses.ended(session("A"));
        losses.ended(session("C"));
        assertEquals(List.of("1 messages of publisher A are lost, its next request is refused: lapped",
                "2 messages of publisher B are lost, its next request is refused: lapped"), noticed);
    }

    private static Gap gap(final String publisher, final long count) {
        return new Gap(session(publisher), 1, count, 0, GapCause.values()[0], "lapped");
    }

    private static Session session(final String publisher) {
        return new Session("orders.in", publisher.charAt(0), publisher, 1, 0, "test");
    }
}
