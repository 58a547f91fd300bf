package io.verbus.matching;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class EngineTest {
    private static final EngineCapacity CAPACITY = new EngineCapacity(1_000, 1_000, 1_000);

    private final CountedReports reports = new CountedReports();

    private Engine engine(final EngineCapacity capacity) {
        final Engine engine = new Engine(capacity, 5, reports, BookEvents.IGNORED);
        engine.defineInstrument(3, 5, 10, 100);
        return engine;
    }

    private Engine engine(final BookEvents events) {
        final Engine engine = new Engine(CAPACITY, 5, reports, events);
        engine.defineInstrument(3, 5, 10, 100);
        return engine;
    }

    private Engine engine() {
        return engine(BookEvents.IGNORED);
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
            assertEquals(engine.hash(), Engine.of(engine.copy(), 7, reports, BookEvents.IGNORED).hash());
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
        final Engine copy = Engine.of(grown.copy(), 7, reports, BookEvents.IGNORED);
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
                    () -> Engine.of(copy, 5, reports, BookEvents.IGNORED));
            assertTrue(e.getMessage().contains("copy"), e.getMessage());
        }
        assertThrows(IllegalArgumentException.class, () -> Engine.of(new long[0], 5, reports, BookEvents.IGNORED));
    }

    /** Number and time belong to the envelope of an input; all else of a refused input has no effect. */
    @Test
    void refusedInputHasTheEffectOfItsTime() {
        final int unknown = Engine.MAX_SEAT + 1;
        final List<Consumer<Engine>> refused = List.of(
                engine -> engine.newOrder(9, 1, 2, 3, Terms.BUY, 15, 100),
                engine -> engine.newOrder(9, 9, 1, 3, Terms.BUY, 10, 101),
                engine -> engine.newOrder(9, 9, 1, 4, Terms.BUY, 10, 100),
                engine -> engine.newOrder(9, unknown, 1, 3, Terms.BUY, 10, 100),
                engine -> engine.newOrder(9, 1, 1, 3, Terms.SELL | Terms.IOC, 10, 100),
                engine -> engine.newOrder(9, 1, 2, 3, -1, Long.MIN_VALUE, Long.MIN_VALUE),
                engine -> engine.cancel(9, Integer.MIN_VALUE, 1), engine -> engine.cancel(9, 2, 1),
                engine -> engine.reduce(9, 1, 1, 20), engine -> engine.reduce(9, -1, 1, 20),
                engine -> engine.replace(9, 1, 1, 1, 10, 100), engine -> engine.replace(9, 1, 2, 3, 10, 100),
                engine -> engine.replace(9, -1, 1, 2, 10, 100), engine -> engine.cancelAll(9, -1),
                engine -> engine.cancelAll(9, unknown, 3), engine -> engine.cancelAll(9, 1, -1),
                engine -> engine.disconnect(9, unknown), engine -> engine.halt(9, 4), engine -> engine.resume(9, -1),
                engine -> engine.kill(9, unknown), engine -> engine.revive(9, -1));
        for (final Consumer<Engine> input : refused) {
            final Engine engine = engine();
            final Engine other = engine();
            engine.newOrder(0, 1, 1, 3, Terms.BUY, 20, 100);
            other.newOrder(0, 1, 1, 3, Terms.BUY, 20, 100);
            final long before = reports.refusals;
            input.accept(engine);
            assertEquals(1, reports.refusals - before);
            other.time(9);
            assertEquals(other.hash(), engine.hash());
        }
    }

    @Test
    void timeOfARefusedInputIsThatOfTheNext() {
        for (final int seat : new int[]{-1, 5}) {
            final Engine engine = engine();
            engine.setRate(1, 1, 1);
            engine.newOrder(0, 1, 1, 3, Terms.BUY, 10, 100);
            engine.newOrder(999_999_999, 1, 2, 3, Terms.BUY, 10, 100);
            assertEquals(1, engine.restingOrders());
            engine.cancel(1_000_000_000, seat, 1);
            // A time below the latest counts as that, also Long.MIN_VALUE.
            engine.newOrder(Long.MIN_VALUE, 1, 2, 3, Terms.BUY, 10, 100);
            assertEquals(2, engine.restingOrders());
        }
    }

    @Test
    void idsBeyondTheCapacityAreRefusedBeforeAnyChange() {
        final Engine engine = engine(new EngineCapacity(10, 10, 4));
        final Engine other = engine(new EngineCapacity(10, 10, 4));
        for (final Engine one : List.of(engine, other)) {
            one.newOrder(0, 1, 0, 3, Terms.BUY, 20, 100);
            one.newOrder(0, 1, 1L << 40, 3, Terms.SELL | Terms.IOC, 10, 105);
        }
        reports.codes.clear();
        engine.newOrder(0, 1, 64, 3, Terms.BUY, 10, 100);
        engine.newOrder(0, 1, -1, 3, Terms.BUY | Terms.IOC, 10, 100);
        engine.replace(0, 1, 0, 64, 20, 100);
        engine.replace(0, 1, 0, 64, 30, 105);
        for (int i = 0; i < 4; i++) {
            other.time(0);
        }
        assertEquals(Collections.nCopies(4, RefusalCode.CAPACITY), reports.codes);
        assertEquals(other.hash(), engine.hash());
        engine.newOrder(0, 2, 0, 3, Terms.BUY | Terms.IOC, 10, 100); // the first seat leaves half of the pages
        engine.newOrder(0, 2, 64, 3, Terms.BUY | Terms.IOC, 10, 100);
        assertEquals(Collections.nCopies(5, RefusalCode.CAPACITY), reports.codes);
        engine.newOrder(0, 1, 63, 3, Terms.BUY, 10, 100);
        engine.replace(0, 1, 0, 62, 20, 100);
        engine.replace(0, 1, 62, 61, 30, 105);
        engine.endDay(0);
        engine.newOrder(0, 2, 64, 3, Terms.BUY, 10, 100);
        assertEquals(Collections.nCopies(5, RefusalCode.CAPACITY), reports.codes);
    }

    @Test
    void accountsBeyondTheCapacityAreRefusedBeforeAnyChangeUntilTheEndOfTheDay() {
        final Engine engine = engine(new EngineCapacity(10, 2, 10));
        final Engine other = engine(new EngineCapacity(10, 2, 10));
        for (final Engine one : List.of(engine, other)) {
            one.newOrder(0, 1, 1, 3, Terms.BUY | Terms.IOC, 10, 100);
            one.newOrder(0, 2, 1, 3, Terms.BUY | Terms.GTC, 10, 100);
        }
        reports.codes.clear();
        engine.newOrder(0, 3, 1, 3, Terms.SELL | Terms.IOC, 10, 100);
        other.time(0);
        assertEquals(List.of(RefusalCode.CAPACITY), reports.codes);
        assertEquals(other.hash(), engine.hash());
        engine.endDay(0);
        engine.newOrder(0, 3, 1, 3, Terms.SELL | Terms.IOC, 10, 100);
        engine.endDay(0);
        engine.newOrder(0, 1, 1, 3, Terms.BUY, 10, 100);
        assertEquals(List.of(RefusalCode.CAPACITY, RefusalCode.CAPACITY), reports.codes);
        assertEquals(10, engine.position(2, 3));
        assertEquals(-10, engine.position(3, 3));
        assertEquals(0, engine.position(1, 3));
    }

    @Test
    void scatteredIdsOfOneDayNeedBoundedMemory() {
        final Engine engine = engine(new EngineCapacity(10, 10, 1_000));
        for (long id = 0; id < 100_000; id++) {
            engine.newOrder(0, 1, id << 32, 3, Terms.BUY | Terms.IOC, 10, 100);
        }
        assertEquals(99_500, reports.refusals);
        assertEquals(RefusalCode.CAPACITY, reports.codes.getLast());
        engine.newOrder(0, 2, 1, 3, Terms.BUY | Terms.IOC, 10, 100);
        assertEquals(99_500, reports.refusals, "another seat is refused");
        assertTrue(engine.copy().length < 4_000, () -> "longs of a copy: " + engine.copy().length);
    }

    @Test
    void listsOfASeatContinueAfterChangesAndInACopy() {
        final Engine engine = engine();
        for (int id = 1; id <= 9; id++) {
            engine.newOrder(0, 1, id, 3, Terms.BUY, 10, 100);
        }
        final List<Long> listed = new ArrayList<>();
        final SeatOrderVisitor visitor = (instrument, terms, price, number, id, open) -> listed.add(id);
        engine.requestOrders(0, 1);
        assertTrue(engine.listOrders(1, 3, visitor));
        engine.cancel(0, 1, 4);
        engine.cancel(0, 1, 5);
        engine.replace(0, 1, 6, 20, 10, 105); // a new arrival
        engine.replace(0, 1, 8, 21, 10, 100); // keeps its place
        engine.newOrder(0, 1, 22, 3, Terms.BUY, 10, 100);
        final Engine other = Engine.of(engine.copy(), 7, reports, BookEvents.IGNORED);
        assertEquals(engine.hash(), other.hash());
        assertTrue(other.listOrders(1, 1, visitor));
        assertNotEquals(engine.hash(), other.hash());
        assertFalse(other.listOrders(1, 100, visitor));
        assertFalse(other.listOrders(1, 100, visitor));
        assertEquals(List.of(1L, 2L, 3L, 7L, 21L, 9L), listed);
        assertEquals(8, other.openOrders(1));
    }

    @Test
    void hashSeedAffectsNeitherOutputsNorState() {
        final Engine one = engine();
        final Engine other = Engine.of(one.copy(), 12_345, reports, BookEvents.IGNORED);
        for (final Engine engine : List.of(one, other)) {
            for (int id = 0; id < 500; id++) {
                engine.newOrder(0, id % 9, id * 64L, 3, id % 2, 10, 50 + 5 * (id % 20));
            }
        }
        assertArrayEquals(one.copy(), other.copy());
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
            throw new IllegalArgumentException("of the listener");
        };
        final Engine engine = engine();
        assertThrows(IllegalArgumentException.class, () -> engine.newOrder(0, 1, 1, 3, Terms.BUY, 10, 100));
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
                () -> new EngineCapacity(0, 1, 1), () -> new EngineCapacity(1, 0, 1),
                () -> new EngineCapacity(1, 1, EngineCapacity.MAX_ID_PAGES + 1))) {
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
