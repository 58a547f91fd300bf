package io.verbus.rdma.handshake;

import io.verbus.BusException;

/** What a peer says and can't mean: the rest of a sentence that begins with who it is. */
final class Nonsense {
    private Nonsense() {
    }

    static BusException in(final String message, final String what) {
        return new BusException(
                "says what makes no sense in its " + message + " (" + what + "): it is no Verbus of this"
                        + " version, or somebody attacks");
    }

    static void check(final boolean sense, final String message, final String what) {
        if (!sense) {
            throw in(message, what);
        }
    }
}
