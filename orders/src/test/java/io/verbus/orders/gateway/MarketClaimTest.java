package io.verbus.orders.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.Clocks;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarketClaimTest {
    private static final PublicationSettings LOG = PublicationSettings.of("orders.log").withCapacity(64 << 10);
    private static final String REFUSED = "market orders has a gateway already, in process "
            + ProcessHandle.current().pid() + ": end that one, or use another market";

    /** Each reading is 100 ms after the one before, so that no test waits a second. */
    private long nowNs;
    private final Clocks clocks = new Clocks(() -> nowNs += 100_000_000, Clocks.SYSTEM.epoch());
    private Bus first;
    private Bus second;

    @BeforeEach
    void launch(@TempDir(factory = ShmDir.class) final Path directory) {
        first = Bus.launch(BusSettings.defaults().withDirectory(directory));
        second = Bus.launch(BusSettings.defaults().withDirectory(directory));
    }

    @AfterEach
    void close() {
        second.close();
        first.close();
    }

    @Test
    void runningGatewayIsNotReplacedUntilItEnds() {
        final Publication log = claim(first).log();
        assertEquals(REFUSED, assertThrows(BusException.class, () -> claim(second).log()).getMessage());
        assertTrue(log.claim(8) >= 0, "closed");

        log.close();
        claim(second).log().close();
    }

    @Test
    void ofTwoThatStartAtTheSameMomentOneStays() {
        for (int i = 0; i < 4; i++) { // sessions have random numbers
            final MarketClaim one = claim(first);
            final MarketClaim other = claim(second);
            one.announce();
            other.announce();
            final boolean oneIsHigher = one.session() > other.session();
            final MarketClaim higher = oneIsHigher ? one : other;
            final MarketClaim lower = oneIsHigher ? other : one;

            final long beginNs = nowNs;
            assertEquals(REFUSED, assertThrows(BusException.class, higher::confirm).getMessage());
            assertTrue(nowNs - beginNs < 500_000_000, "the higher one waits");
            lower.confirm().close();
        }
    }

    @Test
    void gatewayThatLookedBeforeTheOtherBeganStays() {
        final MarketClaim late = claim(first);
        final MarketClaim early = claim(second);
        early.announce();
        final Publication log = early.confirm();
        late.announce();

        assertEquals(REFUSED, assertThrows(BusException.class, late::confirm).getMessage());
        assertTrue(log.claim(8) >= 0, "closed");
        log.close();
    }

    private MarketClaim claim(final Bus bus) {
        return new MarketClaim(bus, "orders", LOG, clocks);
    }
}
