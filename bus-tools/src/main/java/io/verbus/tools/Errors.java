package io.verbus.tools;

import io.verbus.BusException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Tells a person what went wrong: one sentence for a mistake, everything for a bug. */
final class Errors implements IParameterExceptionHandler, IExecutionExceptionHandler {
    @Override
    public int handleParseException(final ParameterException e, final String[] args) {
        final CommandLine command = e.getCommandLine();
        final PrintWriter err = command.getErr();
        err.println("bus: " + sentence(e));
        err.println("     See: ./" + command.getCommandSpec().qualifiedName() + " --help");
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    /** A sentence about what ends a thread. */
    static String sentence(final Throwable thrown) {
        return thrown instanceof OutOfMemoryError
                ? "no memory is left in this JVM (" + thrown.getMessage() + "): the command has not done all of its"
                        + " work; give it more with -Xmx"
                : "the JVM failed: " + thrown;
    }

    private static String sentence(final ParameterException e) {
        final boolean isCommand = e instanceof UnmatchedArgumentException
                && e.getCommandLine().getCommandSpec().parent() == null;
        return isCommand
                ? "there is no command '" + ((UnmatchedArgumentException) e).getUnmatched().getFirst() + "'"
                : e.getMessage();
    }

    @Override
    public int handleExecutionException(final Exception e, final CommandLine command, final ParseResult parsed) {
        final PrintWriter err = command.getErr();
        if (e instanceof BusException) {
            err.println("bus: " + e.getMessage());
        } else {
            err.println("bus: this is a bug in Verbus, please report it:");
            e.printStackTrace(err);
        }
        return command.getCommandSpec().exitCodeOnExecutionException();
    }
}
