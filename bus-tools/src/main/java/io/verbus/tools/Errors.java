package io.verbus.tools;

import io.verbus.BusException;
import io.verbus.ShutdownLatch;
import io.verbus.internal.config.ConfigurationException;
import io.verbus.internal.config.NearestName;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;
import picocli.CommandLine;

/**
 * Prints failures for the user: one line for wrong usage, a {@link BusException} or each mistake of a configuration
 * file, a stack trace for a bug.
 */
final class Errors implements IParameterExceptionHandler, IExecutionExceptionHandler {
    private static final Pattern CHOICES = Pattern.compile("(expected one of \\[[^]]*]) \\(case-(?:in)?sensitive\\)");

    @Override
    public int handleParseException(final ParameterException e, final String[] args) {
        final CommandLine command = e.getCommandLine();
        final PrintWriter err = command.getErr();
        err.println("bus: " + message(e));
        err.println("     See: ./" + command.getCommandSpec().qualifiedName() + " --help");
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    /** The message for an error that ends a thread. */
    static String message(final Throwable thrown) {
        return thrown instanceof OutOfMemoryError
                ? "out of memory (" + thrown.getMessage() + "): the command did not complete; set a larger heap with"
                        + " -Xmx"
                : "the JVM failed: " + thrown;
    }

    private static String message(final ParameterException e) {
        final boolean isCommand = e instanceof UnmatchedArgumentException
                && e.getCommandLine().getCommandSpec().parent() == null;
        return (isCommand
                ? "unknown command '" + ((UnmatchedArgumentException) e).getUnmatched().getFirst() + "'"
                : withLowerCaseChoices(startingLowerCase(e.getMessage()))) + suggestion(e);
    }

    /** The command or option that is nearest to an unknown one. */
    private static String suggestion(final ParameterException e) {
        if (!(e instanceof final UnmatchedArgumentException unmatched)) {
            return "";
        }
        final CommandSpec command = e.getCommandLine().getCommandSpec();
        final List<String> known = Stream.concat(command.subcommands().keySet().stream(),
                command.optionsMap().keySet().stream()).toList();
        return NearestName.of(unmatched.getUnmatched().getFirst(), known).map(name -> ": did you mean '" + name + "'?")
                .orElse("");
    }

    /** Choices are constants in Java, and lower case on the command line. */
    private static String withLowerCaseChoices(final String message) {
        return CHOICES.matcher(message).replaceAll(choices -> choices.group(1).toLowerCase(Locale.ROOT));
    }

    /** Picocli's own messages start with a capital letter, those of Verbus do not. */
    private static String startingLowerCase(final String message) {
        final boolean isWord = message.length() > 1 && Character.isUpperCase(message.charAt(0))
                && Character.isLowerCase(message.charAt(1));
        return isWord ? Character.toLowerCase(message.charAt(0)) + message.substring(1) : message;
    }

    @Override
    public int handleExecutionException(final Exception e, final CommandLine command, final ParseResult parsed) {
        final PrintWriter err = command.getErr();
        if (e instanceof final ConfigurationException refused) {
            refused.mistakes().forEach(mistake -> err.println("bus: " + mistake));
            return command.getCommandSpec().exitCodeOnInvalidInput();
        }
        if (e instanceof BusException) {
            err.println("bus: " + e.getMessage());
        } else {
            err.println("bus: this is a bug in Verbus, please report it:");
            e.printStackTrace(err);
        }
        ShutdownLatch.endWith(command.getCommandSpec().exitCodeOnExecutionException());
        return command.getCommandSpec().exitCodeOnExecutionException();
    }
}
