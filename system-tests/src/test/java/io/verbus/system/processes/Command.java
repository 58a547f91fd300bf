package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.verbus.support.Forked;
import io.verbus.support.Patience;
import io.verbus.tools.Main;
import io.verbus.tools.generate.GenerateCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import picocli.CommandLine;

/** A {@code ./bus COMMAND} process with a bus directory of the test. */
public final class Command implements AutoCloseable {
    private final Forked process;

    private Command(final Forked process) {
        this.process = process;
    }

    /** Starts a command. A trader waits for its gateway as long as a test does: the machine may be busy. */
    public static Command start(final Path busDirectory, final Object... arguments) throws IOException {
        final List<Object> all = new ArrayList<>(List.of(arguments));
        if (all.getFirst().equals("trade") && !all.contains("--timeout")) {
            all.addAll(List.of("--timeout", Patience.LIMIT.toSeconds()));
        }
        return new Command(Forked.start(Main.class, busDirectory, all.toArray()));
    }

    /** Starts a command with a wrapper command line in front of it. */
    public static Command startWithin(final List<String> wrapper, final Path busDirectory, final Object... arguments)
            throws IOException {
        return new Command(Forked.startWithin(wrapper, Main.class, busDirectory, arguments));
    }

    /** Starts a program that needs no JVM. */
    static Command startProgram(final Path busDirectory, final List<String> command) throws IOException {
        return new Command(Forked.startProgram(busDirectory, command));
    }

    /** Writes a generated session to a file, in this process: a JVM only for that would take longer. */
    public static void generate(final Path file, final int messages, final int symbols) {
        assertEquals(0, new CommandLine(new GenerateCommand()).execute("--seed", "7", "--messages",
                Integer.toString(messages), "--symbols", Integer.toString(symbols), "--out", file.toString()));
    }

    /** Waits for an output line that contains the pattern. */
    public Matcher awaitLine(final String pattern) {
        return process.awaitLine(pattern);
    }

    /** Sends a line to its standard input. */
    void send(final String line) {
        process.send(line);
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for the end of the command, and checks that it printed no stack trace. */
    public int exitStatus() {
        final int status = process.exitStatus();
        assertFalse(output().contains("\tat "), this::output);
        return status;
    }

    /** The output read so far. */
    public String output() {
        return process.output();
    }

    /** Requests an orderly end, as Ctrl-C does. The output can still be read. */
    public void interrupt() {
        process.interrupt();
    }

    /** Stops all its threads: SIGSTOP. */
    public void stop() {
        process.stop();
    }

    /** Resumes it after {@link #stop()}: SIGCONT. */
    public void resume() {
        process.resume();
    }

    /** Kills it without any cleanup: kill -9. */
    public void kill() {
        process.kill();
    }

    /** The processes that the command has started. */
    public List<ProcessHandle> descendants() {
        return ProcessHandle.of(process.pid()).orElseThrow().descendants().toList();
    }

    /** A process that the command has started, found by a part of its command line. */
    public ProcessHandle descendant(final String part) {
        return descendants().stream()
                .filter(one -> commandLine(one).contains(part)).findFirst()
                .orElseThrow(() -> new AssertionError("no process of " + part + ": " + output()));
    }

    /** All of it; {@link ProcessHandle} has the first 4 KiB, and a class path may be longer. */
    private static String commandLine(final ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
        } catch (final IOException e) {
            return ""; // it has ended
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
