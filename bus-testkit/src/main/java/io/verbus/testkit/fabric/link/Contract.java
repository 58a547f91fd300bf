package io.verbus.testkit.fabric.link;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** What the two sides of the transport's seam owe each other. A breach is thrown, and kept: some catch all. */
public final class Contract {
    private final List<String> breaches = new CopyOnWriteArrayList<>();

    /** For what is checked often: the words are made only if it does not hold. */
    public void check(final boolean holds, final Object who, final Supplier<String> what) {
        if (!holds) {
            throw breach(who.toString(), what.get());
        }
    }

    public void check(final boolean holds, final Object who, final String what) {
        check(holds, who, () -> what);
    }

    public AssertionError breach(final String who, final String what) {
        final String breach = who + ": " + what;
        breaches.add(breach);
        return new AssertionError(breach);
    }

    public List<String> breaches() {
        return breaches;
    }
}
