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

    @Test
    void readerThatBlocksIsLappedOnlyAfterItsEviction() {
        expect(List.of(SubscriptionState.BLOCKS), PublicationState.BLOCKED, reader(false));
        expect(List.of(SubscriptionState.LAPPED), PublicationState.OPEN, reader(true));
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
