package io.verbus.internal.yaml;

import io.verbus.BusException;

/** The text of a configuration file cannot be parsed. */
public final class ConfigurationSyntaxException extends BusException {
    private static final long serialVersionUID = 1L;

    private final int line;

    /**
     * Creates an exception.
     *
     * @param line from 1
     * @param problem and remedy
     * @param cause for debugging; null if there is none
     */
    public ConfigurationSyntaxException(final int line, final String problem, final Throwable cause) {
        super(problem, cause);
        this.line = line;
    }

    /** {@return the line, from 1} */
    public int line() {
        return line;
    }
}
