package io.verbus.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM of its own that runs a main class of the tests, with the flags and class path of this one. */
public final class Forked implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;

    private Forked(final Process process) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Starts it; its errors go to ours. */
    public static Forked start(final Class<?> main, final Path busDirectory, final String... args) throws IOException {
        final List<String> command = new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow(),
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC", "-Xmx128m", "-ea", "-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(args));
        final ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("VERBUS_DIR", busDirectory.toString());
        return new Forked(builder.start());
    }

    /** Waits for a line that it prints. */
    public void awaitLine(final String expected) throws IOException {
        String line = output.readLine();
        while (line != null && !line.equals(expected)) {
            line = output.readLine();
        }
        if (line == null) {
            throw new IOException("it ended without printing " + expected);
        }
    }

    /** Ends it as a power cut would: kill -9. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }
}
