package io.verbus.matching.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.support.mutant.Mutant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The histories find planted bugs: each is added to the engine alone, and one of the first histories fails. */
@Tag("long")
class MatchingPlantedBugsTest {
    private static final long SEEDS = 1_000;
    private static final String PACKAGE = "io/verbus/matching/";
    private static final String ADMISSION = PACKAGE + "Admission.java";
    private static final String CANCELS = PACKAGE + "Cancels.java";
    private static final String ENGINE = PACKAGE + "Engine.java";
    private static final String MATCHER = PACKAGE + "Matcher.java";
    private static final String RESTING = PACKAGE + "OrderRegistry.java";

    static final Mutant[] BUGS = {
            new Mutant("a replacement that grows keeps its place", ADMISSION,
                    " && quantity <= state.orders.open(entry);", ";"),
            new Mutant("a trade is at the price of the incoming order", MATCHER,
                    "final long price = orders.price(entry);", "final long price = order.price;"),
            new Mutant("a mass cancel of all seats is in the order of a table", PACKAGE + "ArrivalMerge.java",
                    "return state.orders.number(one) < state.orders.number(other);", "return one < other;"),
            new Mutant("a mass cancel of a seat is in the order of a table", ENGINE,
                    "cancels.ofSeat(seat, CancelReason.REQUESTED);", """
                            for (int entry = 63; entry >= 0; entry--) {
                                if (state.orders.open(entry) > 0 && state.orders.seat(entry) == seat) {
                                    cancels.cancel(entry, CancelReason.REQUESTED);
                                }
                            }
                            """),
            new Mutant("self-trade prevention looks at the first resting order only", MATCHER,
                    """
                            final SelfTrade mode = order.seat.selfTrade;
                            while (order.open > 0) {""".indent(8).strip(), """
                            boolean isFirst = true;
                            while (order.open > 0) {
                                final SelfTrade mode = isFirst ? order.seat.selfTrade : SelfTrade.ALLOW;
                                isFirst = false;
                            """),
            new Mutant("fill or kill counts own orders", MATCHER,
                    "final boolean isOwn = mode != SelfTrade.ALLOW && orders", "final boolean isOwn = false && orders"),
            new Mutant("fill or kill counts own orders that it would cancel", MATCHER,
                    "missing -= isOwn ? 0 : Math", "missing -= Math"),
            new Mutant("the collar is around the price before the last", MATCHER, "order.instrument.last = price;", """
                    order.instrument.last = order.instrument.reference == 0 ? price : order.instrument.reference;
                    order.instrument.reference = price;
                    """),
            new Mutant("a reduction does not give back open notional", RESTING,
                    "orders.price(entry), quantity);", "0, quantity);"),
            new Mutant("day orders expire by the clock", CANCELS, "if (Terms.isDay(state.orders.terms(entry))) {",
                    "if (Terms.isDay(state.orders.terms(entry)) && System.nanoTime() % 2 == 0) {"),
            new Mutant("the message rate is by the clock", ENGINE, "state.nowNs = Math.max(state.nowNs, timeNs);",
                    "state.nowNs = System.nanoTime();"),
            new Mutant("a killed seat can replace", ADMISSION, "state.killed || seat.killed", "state.killed"),
            new Mutant("the worst position ignores open orders", PACKAGE + "Accounts.java",
                    "(side == Terms.BUY ? position : -position) + open(account, side)",
                    "(side == Terms.BUY ? position : -position)"),
            new Mutant("an overflow of price times quantity is not seen", ADMISSION,
                    "Math.multiplyHigh(price, quantity) == 0 && notional >= 0", "notional >= 0"),
            new Mutant("ids of orders that stay over the day can be used again", CANCELS,
                    "state.used.add(state.orders.seat(entry), state.orders.id(entry));", ""),
            new Mutant("a copy has no positions", PACKAGE + "StateCopy.java",
                    "state.accounts.word(account, 1, in.next());", "in.next();"),
            new Mutant("a copy has its seats' orders in order of the books", PACKAGE + "StateCopy.java",
                    "Arrays.sort(entries, (one, other) -> Long.compare(numbers[one], numbers[other]));", ""),
            new Mutant("a search in a long side misses its level", PACKAGE + "Levels.java",
                    "if (words[middle] <= key) {", "if (words[middle] < key) {"),
            new Mutant("a side that moves to a larger room loses its best level", PACKAGE + "Levels.java",
                    "words, to, 2 * size(descriptor));", "words, to, 2 * size(descriptor) - 2);"),
            new Mutant("an order that arrives at a price is first there", PACKAGE + "OrderBooks.java",
                    """
                            orders.next(last, entry);
                            orders.previous(entry, last);
                            levels.last(level, entry);""".indent(8).strip(), """
                            orders.next(entry, levels.first(level));
                            orders.previous(levels.first(level), entry);
                            levels.first(level, entry);
                            """),
            new Mutant("the clock goes back", ENGINE, "state.nowNs = Math.max(state.nowNs, timeNs);",
                    "state.nowNs = timeNs;"),
            new Mutant("accounts are lost when their table grows", PACKAGE + "Accounts.java", """
                    table = new int[table.length << 1];
                            insertAll();""", "table = new int[table.length << 1];"),
            new Mutant("used ids are lost when their table grows", PACKAGE + "UsedIds.java",
                    "table[slot((int) pages[page * STRIDE], pages[page * STRIDE + PAGE])] = page + 1;", ""),
            new Mutant("order ids are lost when their table grows", PACKAGE + "OrderIds.java",
                    "link(entry);\n                entry = next;", "entry = next;"),
            new Mutant("a mass cancel has room for 16 seats", PACKAGE + "ArrivalMerge.java",
                    "if (size == heap.length) {", "if (size > heap.length) {"),
            new Mutant("a large rate times a long pause overflows", PACKAGE + "TokenBucket.java",
                    "return level + (elapsedNs > missing / rate ? missing : elapsedNs * rate);",
                    "return level + Math.min(missing, elapsedNs * rate);"),
            new Mutant("a replacement that keeps its place needs no room for its id", ADMISSION,
                    "return state.used.hasRoom(seatNumber, newId) ? null : RefusalCode.CAPACITY;", "return null;"),
            new Mutant("a seat may have all pages of ids", PACKAGE + "UsedIds.java",
                    "(seat < pagesOf.length ? pagesOf[seat] : 0) < most - size", "size < most"),
            new Mutant("a new order needs no room for its account", ADMISSION,
                    " || !state.accounts.hasRoom(seatNumber, instrument.number)", ""),
            new Mutant("the end of the day leaves orders their old accounts", CANCELS,
                    "state.orders.account(entry, state.accounts.moved(state.orders.account(entry)));", ""),
            new Mutant("the end of the day frees accounts with a position", PACKAGE + "Accounts.java",
                    "if (position(account) != 0 || openOrders(account) != 0) {", "if (openOrders(account) != 0) {"),
            new Mutant("the end of the day keeps the accounts that were found last", PACKAGE + "Accounts.java",
                    "Arrays.fill(recent, NONE);", ""),
            new Mutant("the end of the day keeps the pages that were found last", PACKAGE + "UsedIds.java",
                    "if (last < size && isPage", "if (isPage"),
            new Mutant("a copy has no order ids", PACKAGE + "StateCopy.java",
                    "state.ids.add(entry);", "")};

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @FieldSource("BUGS")
    void bugIsFound(final Mutant bug) {
        bug.assertFound(HistoryHunt.class, SEEDS);
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void withoutBugNothingIsFound() {
        assertEquals("", new HistoryHunt().apply(new long[]{0, 200}));
    }
}
