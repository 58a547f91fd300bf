package io.verbus.tools.stat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.Policy;
import io.verbus.Refusal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Conditions of publications and subscriptions. */
class StatViewTest {
    private static final int CAPACITY = 1 << 16;
    private static final ProcessStat PROCESS = new ProcessStat(1, 42, true, null, 0, 0, 0, List.of());
    private static final PublicationStat PUBLICATION = new PublicationStat("md", 7, "feed", 42, 0, PROCESS, 1, 1_000,
            2 * CAPACITY, CAPACITY, 0, 0, Map.of(), List.of());
    private static final PublicationStat RELAYED = new PublicationStat("md", 7, "feed", 42, 2, PROCESS, 1, 1_000,
            2 * CAPACITY, CAPACITY, 0, 0, Map.of(), List.of());

    @Test
    void readerThatBlocksIsLappedOnlyAfterItsEviction() {
        expect(List.of(SubscriptionState.BLOCKS), PublicationState.BLOCKED, reader(false));
        expect(List.of(SubscriptionState.LAPPED), PublicationState.OPEN, reader(true));
    }

    @Test
    void relayShowsItsSourceAndTheReaderThatCanBlockIt() {
        final SubscriptionStat quick = local("quick", 10);
        final SubscriptionStat slow = local("slow", 640);
        assertEquals("", notes(PUBLICATION, source(Policy.BLOCK), slow));
        assertEquals("42 serves md of feed as a relay: 2 hops from the publisher, 3 messages, 96 bytes after 10.0.0.1;"
                + " its slowest blocking reader, slow (43), is 20 messages, 640 bytes after it, and can block its"
                + " source", notes(RELAYED, quick, source(Policy.BLOCK), slow));
        assertEquals("42 serves md of feed as a relay: 2 hops from the publisher, 3 messages, 96 bytes after 10.0.0.1;"
                + " its slowest blocking reader, slow (43), is 20 messages, 640 bytes after it",
                notes(RELAYED, quick, source(Policy.SKIP), slow));
        assertEquals("42 serves md of feed as a relay: 2 hops from the publisher, without a source at present",
                notes(RELAYED, new SubscriptionStat("md", "relay", 9, 42, Policy.BLOCK, PROCESS, "", false, null, null,
                        null)));
    }

    private static String notes(final PublicationStat publication, final SubscriptionStat... subscriptions) {
        return StatNotes.of(new StatView(new HostStat(1, List.of(publication), List.of(subscriptions), List.of(PROCESS),
                List.of()), null)).strip();
    }

    private static SubscriptionStat source(final Policy policy) {
        return new SubscriptionStat("md", "relay", 9, 42, policy, PROCESS, "", false, new SubscriptionStat.Read(7,
                "10.0.0.1", SubscriptionStat.UNKNOWN, 5, 3, 96, 0, SubscriptionStat.UNKNOWN, false, Refusal.NONE,
                new SubscriptionStat.Connection("10.0.0.1", 1, 1_000, "")), null, null);
    }

    private static SubscriptionStat local(final String name, final long lagBytes) {
        return new SubscriptionStat("md", name, lagBytes, 43, Policy.BLOCK, PROCESS, "", false,
                new SubscriptionStat.Read(7, "", 0, 0, lagBytes / 32, lagBytes, 1, 0, false, Refusal.NONE, null), null,
                null);
    }

    private static void expect(final List<SubscriptionState> reader, final PublicationState publication,
            final SubscriptionStat subscription) {
        final StatView view = new StatView(
                new HostStat(1, List.of(PUBLICATION), List.of(subscription), List.of(PROCESS), List.of()), null);
        assertEquals(reader, view.states(subscription));
        assertEquals(publication, view.state(PUBLICATION));
    }

    /** A reader under BLOCK that lags by a whole log. */
    private static SubscriptionStat reader(final boolean overwritten) {
        return new SubscriptionStat("md", "book", 9, 42, Policy.BLOCK, PROCESS, "", false,
                new SubscriptionStat.Read(7, "", 0, 0, 1_000, CAPACITY, 100, 0, overwritten, Refusal.NONE, null), null,
                null);
    }
}
