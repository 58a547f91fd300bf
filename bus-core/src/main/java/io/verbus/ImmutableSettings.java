package io.verbus;

import java.util.function.Consumer;

/**
 * Settings that do not change: each {@code with} method returns a changed copy, so a new setting changes no
 * constructor.
 *
 * @param <S> type of the settings
 */
public abstract class ImmutableSettings<S extends ImmutableSettings<S>> implements Cloneable {
    /** With the initial values of the fields. */
    protected ImmutableSettings() {
        // they are set where they are declared
    }

    /**
     * Makes a changed copy.
     *
     * @param change sets fields of the copy
     * @return the copy
     * @throws BusException if a value is out of range
     */
    @SuppressWarnings("unchecked") // S is the type of this object
    protected final S with(final Consumer<S> change) {
        try {
            final S copy = (S) clone();
            change.accept(copy);
            copy.check();
            return copy;
        } catch (final CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Checks the values of a copy.
     *
     * @throws BusException if one is out of range
     */
    protected void check() {
        // any value is accepted
    }
}
