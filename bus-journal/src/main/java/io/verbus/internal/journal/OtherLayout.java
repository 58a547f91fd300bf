package io.verbus.internal.journal;

import io.verbus.BusException;

/** A whole segment of another layout version, which this build can neither read nor repair. */
final class OtherLayout extends BusException {
    private static final long serialVersionUID = 1;

    OtherLayout(final String message) {
        super(message);
    }
}
