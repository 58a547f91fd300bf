package io.verbus.matching.script;

/** An invalid line of a script. The message has the number of the line and its correct form. */
public final class ScriptException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * For one line.
     *
     * @param line its number, from 1
     * @param problem the failure and the remedy
     */
    public ScriptException(final long line, final String problem) {
        super("line " + line + ": " + problem);
    }
}
