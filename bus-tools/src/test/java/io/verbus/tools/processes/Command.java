package io.verbus.tools.processes;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.verbus.testkit.Forked;
import io.verbus.tools.Main;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;

/** {@code ./bus COMMAND} as a process of its own, with a bus directory for the test. */
public final class Command implements AutoCloseable {
    private final Forked process;

    private Command(final Forked process) {
        this.process = process;
    }

    /** Starts it. */
    public static Command start(final Path busDirectory, final Object... arguments) throws IOException {
        return new Command(Forked.start(Main.class, busDirectory, arguments));
    }

    /** Starts it by another command, to which its own is appended. */
    public static Command startWithin(final List<String> wrapper, final Path busDirectory, final Object... arguments)
            throws IOException {
        return new Command(Forked.startWithin(wrapper, Main.class, busDirectory, arguments));
    }

    /** Waits for a line in which a pattern is found. */
    public Matcher awaitLine(final String pattern) {
        return process.awaitLine(pattern);
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for its end; no end of a command may show a user a stack trace. */
    public int exitStatus() {
        final int status = process.exitStatus();
        assertFalse(output().contains("\tat "), this::output);
        return status;
    }

    /** All that was read of its output so far. */
    public String output() {
        return process.output();
    }

    /** Asks it to end, as Ctrl-C does; its output can still be read. */
    public void interrupt() {
        process.interrupt();
    }

    /** Stops all its threads where they are: SIGSTOP. */
    public void stop() {
        process.stop();
    }

    /** Lets it go on after {@link #stop()}: SIGCONT. */
    public void resume() {
        process.resume();
    }

    /** Ends it as a power cut would: kill -9. */
    public void kill() {
        process.kill();
    }

    @Override
    public void close() {
        process.close();
    }
}
