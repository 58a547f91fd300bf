package io.verbus.matching.script;

import java.util.function.Consumer;

/** Counts the lines of a file, skips empty ones and comments, and gives each failure the number of its line. */
final class ScriptLines {
    private final Consumer<Tokens> statements;
    private long number;

    /**
     * Before the first line.
     *
     * @param statements runs a line; throws {@link InvalidLine}, and then has changed nothing
     */
    ScriptLines(final Consumer<Tokens> statements) {
        this.statements = statements;
    }

    /** Number of the last line, from 1. */
    long number() {
        return number;
    }

    /**
     * Runs the next line.
     *
     * @throws ScriptException if it is invalid
     */
    void run(final String text) {
        number++;
        if (text.isBlank() || text.strip().startsWith("#")) {
            return;
        }
        try {
            statements.accept(new Tokens(text));
        } catch (final InvalidLine e) {
            throw new ScriptException(number, e.getMessage());
        }
    }
}
