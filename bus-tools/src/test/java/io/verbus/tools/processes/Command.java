package io.verbus.tools.processes;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.verbus.tools.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code ./bus COMMAND} as a process of its own: this java, this class path, and a bus directory for the test. */
final class Command implements AutoCloseable {
    private static final long LONG_ENOUGH_SECONDS = 120;

    private final Process process;
    private final BufferedReader lines;
    private final StringBuilder output = new StringBuilder();

    private Command(final Process process) {
        this.process = process;
        lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        // Whoever waits for a process that hangs sees its output end, and fails.
        CompletableFuture.delayedExecutor(LONG_ENOUGH_SECONDS, TimeUnit.SECONDS).execute(process::destroyForcibly);
    }

    /** Starts it; what it prints and what it complains of come together. */
    static Command start(final Path busDirectory, final Object... arguments) throws IOException {
        final List<String> line = new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow(),
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC", "-Xmx512m", "-ea", "-cp", System.getProperty("java.class.path"),
                Main.class.getName()));
        for (final Object argument : arguments) {
            line.add(argument.toString());
        }
        final ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
        builder.environment().put("VERBUS_DIR", busDirectory.toString());
        return new Command(builder.start());
    }

    /** Waits for a line in which a pattern is found. */
    Matcher awaitLine(final String pattern) {
        final Pattern wanted = Pattern.compile(pattern);
        for (String line = next(); line != null; line = next()) {
            final Matcher found = wanted.matcher(line);
            if (found.find()) {
                return found;
            }
        }
        throw new AssertionError("it ended without saying '" + pattern + "':\n" + output);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for its end; no end of a command may show a user a stack trace. */
    int exitStatus() {
        while (next() != null) {
            assertFalse(output.toString().contains("\tat "), this::output);
        }
        return process.onExit().join().exitValue();
    }

    /** All that was read of its output so far. */
    String output() {
        return output.toString();
    }

    /** Asks it to end, as Ctrl-C does; its output can still be read. */
    void interrupt() {
        process.toHandle().destroy();
    }

    /** Ends it as a power cut would: kill -9. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }

    private String next() {
        try {
            final String line = lines.readLine();
            if (line != null) {
                output.append(line).append('\n');
            }
            return line;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
