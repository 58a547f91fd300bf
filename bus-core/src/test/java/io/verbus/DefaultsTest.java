package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class DefaultsTest {
    @Test
    void defaultSubscriptionNeverBlocksItsPublisher() {
        final SubscriptionSettings settings = SubscriptionSettings.of("s");
        assertEquals(Policy.SKIP, settings.policy());
        assertEquals(Repair.REPORT, settings.repair());
    }
}
