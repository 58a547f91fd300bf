package io.verbus.tools.options;

import io.verbus.BusException;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Refuses option values that are well-formed but invalid: exit status 2, as for malformed ones. */
public final class Usage {
    private Usage() {
    }

    /**
     * Refuses an option value unless a condition holds.
     *
     * @param spec specification of the command
     * @param condition must be true
     * @param option name, such as {@code --loop}
     * @param value the given value
     * @param expected description of valid values
     * @throws ParameterException if the condition is false
     */
    public static void require(final CommandSpec spec, final boolean condition, final String option,
            final Object value, final String expected) {
        if (!condition) {
            throw new ParameterException(spec.commandLine(), "Invalid value for option '" + option + "': '" + value
                    + "': " + expected);
        }
    }

    /**
     * Creates an object from options. Its refusal is reported as wrong usage.
     *
     * @param <T> type of the object
     * @param spec specification of the command
     * @param options creates the object
     * @return the object
     * @throws ParameterException if {@code options} throws a {@link BusException}
     */
    public static <T> T of(final CommandSpec spec, final Supplier<T> options) {
        try {
            return options.get();
        } catch (final BusException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
