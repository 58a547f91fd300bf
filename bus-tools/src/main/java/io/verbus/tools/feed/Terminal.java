package io.verbus.tools.feed;

import java.io.Console;

/** Detects an interactive terminal. */
final class Terminal {
    private Terminal() {
    }

    /** {@return whether the process has a terminal, on which a line can be overwritten} */
    static boolean isInteractive() {
        final Console console = System.console();
        return console != null && console.isTerminal();
    }
}
