package io.verbus.matching.model;

import io.verbus.matching.Engine;
import java.util.SplittableRandom;

/**
 * One history, given to the engine and to the model. After each input: same outputs in the same order; same positions
 * of the seats that traded, or of all in a small world; shares and cash are conserved; no book is crossed. After each
 * 8th: same books with places, same positions of all. At a random step the engine is copied, and the copy, whose tables
 * have another seed, has to continue in the same way.
 */
final class ComparedHistory {
    /** Steps between comparisons of whole books, and of all positions of a large world. */
    private static final int ALL_EVERY = 8;
    private static final int SMALL_WORLD = 12;

    private final long seed;
    private final OrderHistory history;
    private final HistoryCoverage coverage;
    private final StringBuilder expected = new StringBuilder();
    private final StringBuilder actual = new StringBuilder();
    private final StringBuilder copied = new StringBuilder();
    private final ModelEngine model;
    private final Ledger ledger;
    private final EngineDriver first;
    private EngineDriver second;
    private int step;
    private boolean prints;

    ComparedHistory(final long seed, final HistoryCoverage coverage) {
        this.seed = seed;
        this.coverage = coverage;
        coverage.begin();
        history = new OrderHistory(seed);
        model = new ModelEngine(history.world(), expected);
        final TextOutputs outputs = new TextOutputs(actual);
        ledger = new Ledger(outputs);
        first = new EngineDriver(history.world(), seed, ledger, outputs);
    }

    /** Prints inputs and outputs. */
    ComparedHistory print() {
        prints = true;
        return this;
    }

    /** An AssertionError with seed and step, also for an exception. */
    void run() {
        try {
            runSteps();
        } catch (final RuntimeException e) {
            throw new AssertionError(where(null) + ": " + e, e);
        }
    }

    private void runSteps() {
        final int copyAt = new SplittableRandom(seed).nextInt(2 * OrderHistory.LENGTH);
        for (step = 0; step < OrderHistory.LENGTH; step++) {
            final ModelInput in = history.next();
            take(in);
            checkAfter(in);
            if (step % ALL_EVERY == 0 || step == OrderHistory.LENGTH - 1) {
                same(model.books(), first.books(), "books", in);
                checkPositions(in);
            }
            if (step == copyAt) {
                copy();
            }
        }
        if (second != null) {
            same(Long.toString(first.engine.hash()), Long.toString(second.engine.hash()), "hash of the copy", null);
            same(first.books(), second.books(), "books of the copy", null);
        }
    }

    private void take(final ModelInput in) {
        final String side = model.sideOf(in);
        coverage.input(in, model);
        model.take(in);
        coverage.lack(model.lack());
        ledger.begin(in);
        ledger.makerBuys(side.equals("sell"));
        try {
            first.take(in);
        } catch (final AssertionError e) {
            throw new AssertionError(where(in) + ": " + e, e);
        }
        if (prints) {
            System.out.println(in + "\n" + actual);
        }
        same(expected, actual, "outputs", in);
        if (second != null) {
            second.take(in);
            same(actual, copied, "outputs of the copy", in);
            copied.setLength(0);
        }
        coverage.outputs(actual);
        expected.setLength(0);
        actual.setLength(0);
    }

    private void checkAfter(final ModelInput in) {
        same("true", Boolean.toString(ledger.isBalanced()), "conservation of shares and cash", in);
        same(Integer.toString(first.engine.restingOrders()), Integer.toString(ledger.openOrders()), "open orders", in);
        if (history.world().seats() * history.world().instruments() <= SMALL_WORLD) {
            checkPositions(in);
        } else {
            ledger.traded().forEach(account -> checkPosition(account.get(0), account.get(1), in));
        }
        checkNotCrossed(in);
    }

    private void checkPositions(final ModelInput in) {
        for (int instrument = 0; instrument < history.world().instruments(); instrument++) {
            for (int seat = 0; seat < history.world().seats(); seat++) {
                checkPosition(seat, instrument, in);
            }
        }
    }

    private void checkPosition(final int seat, final int instrument, final ModelInput in) {
        final long position = first.engine.position(seat, instrument);
        if (position != model.position(seat, instrument) || position != ledger.position(seat, instrument)) {
            same(model.position(seat, instrument) + ", of the ledger " + ledger.position(seat, instrument),
                    Long.toString(position), "position of seat " + seat + " in " + instrument, in);
        }
    }

    /** The best prices of an instrument are visited first on each side. */
    private void checkNotCrossed(final ModelInput in) {
        final int[] visited = {-1, -1};
        final long[] bid = new long[1];
        first.engine.visitOrders((instrument, side, price, order, seat, id, open) -> {
            if (visited[side] != instrument) {
                visited[side] = instrument;
                bid[0] = side == 0 ? price : bid[0];
                if (side == 1 && visited[0] == instrument && bid[0] >= price) {
                    same("not crossed", bid[0] + " and " + price, "book of instrument " + instrument, in);
                }
            }
        });
    }

    private void copy() {
        final long[] copy = first.engine.copy();
        final TextOutputs outputs = new TextOutputs(copied);
        second = new EngineDriver(history.world(), Engine.of(copy, ~seed, outputs, outputs));
        same(Long.toString(first.engine.hash()), Long.toString(second.engine.hash()), "hash of the copy", null);
        coverage.count("copy");
    }

    private void same(final CharSequence wanted, final CharSequence found, final String what, final ModelInput in) {
        if (CharSequence.compare(wanted, found) != 0) {
            throw new AssertionError(
                    where(in) + ": " + what + " of the model\n" + wanted + "\nof the engine\n" + found);
        }
    }

    private String where(final ModelInput in) {
        return "seed " + seed + ", step " + step + (in == null ? "" : ", " + in);
    }
}
