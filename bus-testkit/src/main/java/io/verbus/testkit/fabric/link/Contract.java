package io.verbus.testkit.fabric.link;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * The contract between the two sides of the transport's seam. A breach is thrown and recorded, because some callers
 * catch everything.
 */
public final class Contract {
    private final List<String> breaches = new CopyOnWriteArrayList<>();

    /** For frequent checks: the text is built only if the check fails. */
    public void check(final boolean holds, final Object subject, final Supplier<String> what) {
        if (!holds) {
            throw breach(subject.toString(), what.get());
        }
    }

    public void check(final boolean holds, final Object subject, final String what) {
        check(holds, subject, () -> what);
    }

    public AssertionError breach(final String subject, final String what) {
        final String breach = subject + ": " + what;
        breaches.add(breach);
        return new AssertionError(breach);
    }

    public List<String> breaches() {
        return breaches;
    }
}
