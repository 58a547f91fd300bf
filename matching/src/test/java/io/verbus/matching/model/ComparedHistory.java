package io.verbus.matching.model;

import io.verbus.matching.Engine;
import java.util.SplittableRandom;

/**
 * One history, given to the engine and to the model: same outputs in the same order, same books with places, same
 * positions. Halfway the engine is copied, and the copy has to continue in the same way.
 */
final class ComparedHistory {
    private static final int BOOKS_EVERY = 8;

    private final long seed;
    private final History history;
    private final Coverage coverage;
    private final StringBuilder expected = new StringBuilder();
    private final StringBuilder actual = new StringBuilder();
    private final StringBuilder copied = new StringBuilder();
    private final Model model;
    private final Ledger ledger;
    private final EngineDriver first;
    private EngineDriver second;
    private int step;
    private boolean prints;

    ComparedHistory(final long seed, final Coverage coverage) {
        this.seed = seed;
        this.coverage = coverage;
        history = new History(seed);
        model = new Model(history.world(), expected);
        final TextOutputs outputs = new TextOutputs(actual);
        ledger = new Ledger(outputs);
        first = new EngineDriver(history.world(), ledger, outputs);
    }

    /** Prints inputs and outputs. */
    ComparedHistory print() {
        prints = true;
        return this;
    }

    void run() {
        final int copyAt = new SplittableRandom(seed).nextInt(2 * History.LENGTH);
        for (step = 0; step < History.LENGTH; step++) {
            final Input in = history.next();
            take(in);
            if (step % BOOKS_EVERY == 0 || step == History.LENGTH - 1) {
                checkState();
            }
            if (step == copyAt) {
                copy();
            }
        }
        if (second != null) {
            same(Long.toString(first.engine.hash()), Long.toString(second.engine.hash()), "hash of the copy", null);
        }
    }

    private void take(final Input in) {
        final String side = model.sideOf(in);
        coverage.input(in, model);
        model.take(in);
        ledger.begin(in);
        ledger.makerBuys(side.equals("sell"));
        try {
            first.take(in);
        } catch (final AssertionError | RuntimeException e) {
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

    private void checkState() {
        same(model.books(), first.books(), "books", null);
        same(Integer.toString(first.engine.restingOrders()), Integer.toString(ledger.openOrders()), "open orders",
                null);
        same("0", ledger.allCash().toString(), "cash", null);
        for (int instrument = 0; instrument < history.world().ticks().length; instrument++) {
            long sum = 0;
            for (int seat = 0; seat < History.SEATS; seat++) {
                final long position = first.engine.position(seat, instrument);
                same(Long.toString(model.position(seat, instrument)), Long.toString(position), "position", null);
                same(Long.toString(ledger.position(seat, instrument)), Long.toString(position), "ledger", null);
                sum += position;
            }
            same("0", Long.toString(sum), "sum of positions", null);
            checkNotCrossed(instrument);
        }
    }

    private void checkNotCrossed(final int wanted) {
        final long[] best = {Long.MIN_VALUE, Long.MAX_VALUE};
        first.engine.visitOrders((instrument, side, price, order, seat, id, open) -> {
            if (instrument == wanted) {
                best[side] = side == 0 ? Math.max(best[0], price) : Math.min(best[1], price);
            }
        });
        same("true", Boolean.toString(best[0] < best[1]), "not crossed", null);
    }

    private void copy() {
        final long[] copy = first.engine.copy();
        final TextOutputs outputs = new TextOutputs(copied);
        second = new EngineDriver(history.world(), Engine.of(copy, outputs, outputs));
        same(Long.toString(first.engine.hash()), Long.toString(second.engine.hash()), "hash of the copy", null);
        coverage.count("copy");
    }

    private void same(final CharSequence wanted, final CharSequence found, final String what, final Input in) {
        if (CharSequence.compare(wanted, found) != 0) {
            throw new AssertionError(
                    where(in) + ": " + what + " of the model\n" + wanted + "\nof the engine\n" + found);
        }
    }

    private String where(final Input in) {
        return "seed " + seed + ", step " + step + (in == null ? "" : ", " + in);
    }
}
