package io.verbus.net.handshake;

import io.verbus.BusException;

/** Errors about invalid data of a peer. The text follows the name of the peer. */
final class ProtocolViolation {
    private ProtocolViolation() {
    }

    static BusException in(final String message, final String value) {
        return new BusException(
                "violates the protocol in its " + message + " (" + value + "): it is a different Verbus build"
                        + " or an attacker");
    }

    static void check(final boolean valid, final String message, final String value) {
        if (!valid) {
            throw in(message, value);
        }
    }
}
