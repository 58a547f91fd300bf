package io.verbus.sample.publisher.options;

import io.verbus.BusException;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Refuses values of options that are of the right form and still wrong: exit status 2, as for a wrong form. */
public final class Usage {
    private Usage() {
    }

    /**
     * Refuses a value, unless a condition holds.
     *
     * @param spec of the command
     * @param condition that has to hold
     * @param option such as {@code --loop}
     * @param value that was given
     * @param expected what to give instead
     * @throws ParameterException if it does not hold
     */
    public static void require(final CommandSpec spec, final boolean condition, final String option,
            final Object value, final String expected) {
        if (!condition) {
            throw new ParameterException(spec.commandLine(), "Invalid value for option '" + option + "': '" + value
                    + "': " + expected);
        }
    }

    /**
     * Makes something of options. What it refuses is wrong usage.
     *
     * @param <T> what is made
     * @param spec of the command
     * @param options makes it
     * @return it
     * @throws ParameterException if it throws a {@link BusException}
     */
    public static <T> T of(final CommandSpec spec, final Supplier<T> options) {
        try {
            return options.get();
        } catch (final BusException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
