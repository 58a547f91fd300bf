package io.verbus.tools.live;

import io.verbus.tools.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code ./bus COMMAND} as a process of its own, with this java and class path, and what it has said. */
final class Verbus implements AutoCloseable {
    private static final long LONG_ENOUGH_SECONDS = 120;

    private final Process process;
    private final BufferedReader reader;
    private final StringBuilder output = new StringBuilder();

    private Verbus(final Process process) {
        this.process = process;
        reader = process.inputReader();
        // Whoever waits for a process that hangs sees its output end, and fails.
        CompletableFuture.delayedExecutor(LONG_ENOUGH_SECONDS, TimeUnit.SECONDS).execute(process::destroyForcibly);
    }

    static Verbus start(final Path busDirectory, final Object... arguments) throws IOException {
        final List<String> line = new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow(),
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC", "-Xmx512m", "-ea", "-cp", System.getProperty("java.class.path"),
                Main.class.getName()));
        for (final Object argument : arguments) {
            line.add(argument.toString());
        }
        final ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
        builder.environment().put("VERBUS_DIR", busDirectory.toString());
        return new Verbus(builder.start());
    }

    /** Reads its output to the first line in which this is found. */
    Matcher await(final String pattern) throws IOException {
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

    /** Asks it to end, as Ctrl-C does. */
    void interrupt() {
        process.toHandle().destroy(); // which leaves its output to be read
    }

    int exitStatus() throws IOException {
        while (next() != null) {
            if (output.indexOf("\tat ") >= 0) {
                throw new AssertionError("a stack trace:\n" + output);
            }
        }
        return process.onExit().join().exitValue();
    }

    String output() {
        return output.toString();
    }

    private String next() throws IOException {
        final String line = reader.readLine();
        if (line != null) {
            output.append(line).append('\n');
        }
        return line;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
