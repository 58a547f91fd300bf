package io.verbus.latency.worker;

import io.verbus.BusException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A program that serves one client and ends with it.
 *
 * @param child its process; standard error goes to the output
 */
public record ServedProgram(ChildProcess child) implements AutoCloseable {
    /** The program ends after its client, within this time; else it is killed. */
    private static final long END_MS = 1_000;

    /**
     * Starts a program.
     *
     * @param name in messages
     * @param command of the program, whose output fits into a pipe
     * @return the program
     * @throws BusException if it cannot be started
     */
    public static ServedProgram start(final String name, final List<String> command) {
        return new ServedProgram(ChildProcess.start(name, new ProcessBuilder(command).redirectErrorStream(true)));
    }

    /**
     * Waits for the end of the program, which follows that of its client.
     *
     * @return its output; empty if it had to be killed
     * @throws BusException if the output cannot be read
     */
    public String output() {
        if (!child.awaitEnd(END_MS)) {
            close();
            return "";
        }
        try {
            return new String(child.process().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (final IOException e) {
            throw new BusException("cannot read the output of " + child.name() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        child.endWithin(END_MS);
    }
}
