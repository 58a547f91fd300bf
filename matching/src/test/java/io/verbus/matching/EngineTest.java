package io.verbus.matching;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class EngineTest {
    private final CountedReports reports = new CountedReports();

    private Engine engine(final BookChanges changes) {
        final Engine engine = new Engine(1_000, reports, changes);
        engine.defineInstrument(3, 5, 10, 100);
        return engine;
    }

    private Engine engine() {
        return engine(BookChanges.IGNORED);
    }

    @Test
    void hashCoversEachPartOfTheState() {
        final List<Consumer<Engine>> histories = List.of(
                engine -> {},
                engine -> engine.time(0),
                engine -> engine.time(1),
                engine -> engine.halt(0, 3),
                engine -> engine.killAll(0),
                engine -> engine.kill(0, 1),
                engine -> engine.setCollar(3, 7),
                engine -> engine.setLimit(1, Limit.POSITION, 7),
                engine -> engine.setRate(1, 7, 7),
                engine -> engine.setSelfTrade(1, SelfTrade.BOTH),
                engine -> engine.setCancelOnDisconnect(1, true),
                engine -> engine.defineInstrument(4, 5, 10, 100),
                engine -> engine.newOrder(0, 1, 1, 3, Terms.BUY, 10, 100),
                engine -> engine.newOrder(0, 1, 1, 3, Terms.BUY | Terms.GTC, 10, 100),
                engine -> engine.newOrder(0, 1, 1, 3, Terms.BUY, 10, 105),
                engine -> engine.newOrder(0, 1, 1, 3, Terms.BUY, 20, 100),
                engine -> engine.newOrder(0, 2, 1, 3, Terms.BUY, 10, 100),
                engine -> engine.newOrder(0, 1, 1, 3, Terms.BUY | Terms.IOC, 10, 100));
        final List<Long> hashes = new ArrayList<>();
        for (final Consumer<Engine> history : histories) {
            final Engine engine = engine();
            history.accept(engine);
            hashes.add(engine.hash());
            assertEquals(engine.hash(), Engine.of(engine.copy(), reports, BookChanges.IGNORED).hash());
        }
        assertEquals(histories.size(), hashes.stream().distinct().count(), hashes::toString);
    }

    @Test
    void hashCoversPlaces() {
        final long[] hashes = new long[2];
        for (int i = 0; i < 2; i++) {
            final Engine engine = engine();
            engine.newOrder(0, 1, 1, 3, Terms.BUY, 10, 100);
            engine.newOrder(0, 1, 2, 3, Terms.BUY, 20, 100);
            engine.replace(0, 1, 1 + i, 3, 10, 105);
            engine.replace(0, 1, 3, 4, 10 * (1 + i), 100);
            hashes[i] = engine.hash();
        }
        assertNotEquals(hashes[0], hashes[1]);
    }

    @Test
    void sameInputsGiveTheSameCopyWhateverTheTablesGrewTo() {
        final Engine grown = engine();
        for (int id = 0; id < 900; id++) {
            grown.newOrder(0, id % 7, id, 3, Terms.BUY, 10, 5 * (1 + id));
        }
        grown.killAll(0);
        final Engine copy = Engine.of(grown.copy(), reports, BookChanges.IGNORED);
        for (final Engine engine : List.of(grown, copy)) {
            engine.reviveAll(0);
            engine.newOrder(0, 1, 10_000, 3, Terms.SELL, 10, 5);
        }
        assertArrayEquals(grown.copy(), copy.copy());
    }

    @Test
    void damagedCopyIsRefused() {
        final Engine engine = engine();
        engine.newOrder(0, 1, 1, 3, Terms.BUY, 10, 100);
        for (int i = 0; i < engine.copy().length; i++) {
            final long[] copy = engine.copy();
            copy[i] ^= 1L << i;
            final IllegalArgumentException e = assertThrows(IllegalArgumentException.class,
                    () -> Engine.of(copy, reports, BookChanges.IGNORED));
            assertTrue(e.getMessage().contains("copy"), e.getMessage());
        }
        assertThrows(IllegalArgumentException.class, () -> Engine.of(new long[0], reports, BookChanges.IGNORED));
    }

    @Test
    void refusedInputChangesOnlyTheNumberOfInputs() {
        final Engine engine = engine();
        final Engine other = engine();
        engine.newOrder(0, 1, 1, 3, Terms.BUY, 15, 100);
        engine.newOrder(0, 9, 1, 3, Terms.BUY, 10, 101);
        engine.replace(0, 9, 1, 2, 10, 100);
        engine.cancel(0, Integer.MIN_VALUE, 1);
        for (int i = 0; i < 4; i++) {
            other.time(0);
        }
        assertEquals(other.hash(), engine.hash());
        assertEquals(4, reports.refusals);
    }

    @Test
    void listenerMustNotCallTheEngine() {
        final Engine[] engine = new Engine[1];
        reports.onAccepted = () -> engine[0].cancel(0, 1, 1);
        engine[0] = engine();
        final IllegalStateException e = assertThrows(IllegalStateException.class,
                () -> engine[0].newOrder(0, 1, 1, 3, Terms.BUY, 10, 100));
        assertEquals("the engine is inside input 1: a listener must neither call it nor throw", e.getMessage());
    }

    @Test
    void engineWhoseListenerHasThrownRefusesAllUse() {
        reports.onAccepted = () -> {
            throw new UnsupportedOperationException();
        };
        final Engine engine = engine();
        assertThrows(UnsupportedOperationException.class, () -> engine.newOrder(0, 1, 1, 3, Terms.BUY, 10, 100));
        assertThrows(IllegalStateException.class, engine::hash);
        assertThrows(IllegalStateException.class, engine::copy);
        assertThrows(IllegalStateException.class, () -> engine.time(1));
        assertThrows(IllegalStateException.class, () -> engine.setCollar(3, 1));
    }

    @Test
    void wrongSettingsAreRefusedWithTheirRange() {
        final Engine engine = engine();
        for (final Runnable wrong : List.<Runnable>of(
                () -> engine.defineInstrument(3, 1, 1, 0), () -> engine.defineInstrument(-1, 1, 1, 0),
                () -> engine.defineInstrument(Engine.MAX_INSTRUMENT + 1, 1, 1, 0),
                () -> engine.defineInstrument(4, 0, 1, 0), () -> engine.defineInstrument(4, 1, 0, 0),
                () -> engine.defineInstrument(4, 1, 1, -1), () -> engine.setCollar(4, 1),
                () -> engine.setCollar(3, -1), () -> engine.setLimit(-1, Limit.QUANTITY, 1),
                () -> engine.setLimit(1, Limit.QUANTITY, -1), () -> engine.setRate(1, -1, 1),
                () -> engine.setRate(1, 1, 0), () -> engine.setSelfTrade(Engine.MAX_SEAT + 1, SelfTrade.BOTH),
                () -> new Engine(0, reports, BookChanges.IGNORED))) {
            assertFalse(assertThrows(IllegalArgumentException.class, wrong::run).getMessage().isEmpty());
        }
        assertEquals("burst 0 is not from 1 to 1000000000",
                assertThrows(IllegalArgumentException.class, () -> engine.setRate(1, 1, 0)).getMessage());
    }

    @Test
    void termsHaveTheBitsOfTheDiagram() {
        assertEquals(List.of(0, 1, 0, 1 << 1, 2 << 1, 3 << 1, 1 << 3, 1 << 4), List.of(Terms.BUY, Terms.SELL, Terms.DAY,
                Terms.GTC, Terms.IOC, Terms.FOK, Terms.MARKET, Terms.POST_ONLY));
        int valid = 0;
        for (int terms = -64; terms < 64; terms++) {
            valid += Terms.areValid(terms) ? 1 : 0;
        }
        assertEquals(2 * 8, valid);
    }

    @Test
    void positionsFollowTrades() {
        final Engine engine = engine();
        engine.newOrder(0, 1, 1, 3, Terms.BUY, 30, 100);
        engine.newOrder(0, 2, 1, 3, Terms.SELL, 20, 95);
        assertEquals(20, engine.position(1, 3));
        assertEquals(-20, engine.position(2, 3));
        assertEquals(0, engine.position(-1, 3));
        assertEquals(1, engine.restingOrders());
        assertEquals(2, engine.inputs());
    }
}
