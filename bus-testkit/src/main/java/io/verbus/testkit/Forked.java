package io.verbus.testkit;

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

/**
 * A separate JVM that runs a main class with the flags and class path of this one. Its standard output and standard
 * error are merged. One thread reads its lines.
 */
public final class Forked implements AutoCloseable {
    /** The JVM's archive of the class path, which native/lab/tests makes: the lab loads classes slowly. */
    private static final String ARCHIVE = System.getProperty("verbus.archive");

    private final Process process;
    private final BufferedReader lines;
    private final StringBuilder output = new StringBuilder();

    private Forked(final Process process) {
        this.process = process;
        this.lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Starts the process. If it hangs, its output ends after its time limit, so a waiting test fails. */
    public static Forked start(final Class<?> main, final Path busDirectory, final Object... arguments)
            throws IOException {
        return startWithin(List.of(), main, busDirectory, arguments);
    }

    /** Starts the process within another command, to which its own command is appended. */
    public static Forked startWithin(final List<String> wrapper, final Class<?> main, final Path busDirectory,
            final Object... arguments) throws IOException {
        final Forked forked = launch(wrapper, List.of(), main, busDirectory, arguments);
        CompletableFuture.delayedExecutor(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS)
                .execute(forked.process::destroyForcibly);
        return forked;
    }

    /** Starts a process without a time limit. */
    public static Forked startForLong(final Class<?> main, final Path busDirectory, final Object... arguments)
            throws IOException {
        return launch(List.of(), List.of(), main, busDirectory, arguments);
    }

    /** Starts a process without a time limit, within another command, with additional flags of the JVM. */
    public static Forked startForLong(final List<String> wrapper, final List<String> flags, final Class<?> main,
            final Path busDirectory, final Object... arguments) throws IOException {
        return launch(wrapper, flags, main, busDirectory, arguments);
    }

    private static Forked launch(final List<String> wrapper, final List<String> flags, final Class<?> main,
            final Path busDirectory, final Object... arguments) throws IOException {
        final List<String> command = new ArrayList<>(wrapper);
        command.addAll(List.of(ProcessHandle.current().info().command().orElseThrow(),
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx512m", "-ea", "-cp",
                System.getProperty("java.class.path")));
        if (ARCHIVE != null) {
            command.addAll(1, List.of("-XX:SharedArchiveFile=" + ARCHIVE, "-Xlog:cds=off", "-Xlog:aot=off"));
        }
        command.addAll(flags);
        command.add(main.getName());
        for (final Object argument : arguments) {
            command.add(argument.toString());
        }
        final ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("VERBUS_DIR", busDirectory.toString());
        builder.environment().remove("VERBUS_CONFIG"); // a file of the user must not change a test
        return new Forked(builder.start());
    }

    /** Waits for a line. Returns null at the end of the output. */
    public String nextLine() {
        try {
            final String line = lines.readLine();
            if (line != null) {
                synchronized (output) {
                    output.append(line).append('\n');
                }
            }
            return line;
        } catch (final IOException e) {
            return null; // it was killed
        }
    }

    /** Waits for a line that contains a pattern. */
    public Matcher awaitLine(final String pattern) {
        final Pattern wanted = Pattern.compile(pattern);
        for (String line = nextLine(); line != null; line = nextLine()) {
            final Matcher found = wanted.matcher(line);
            if (found.find()) {
                return found;
            }
        }
        throw new AssertionError("process ended without a line that matches '" + pattern + "':\n" + output());
    }

    /** The output read so far. Any thread. */
    public String output() {
        synchronized (output) {
            return output.toString();
        }
    }

    /** Reads the remaining output and waits for the end of the process. */
    public int exitStatus() {
        String line;
        do {
            line = nextLine();
        } while (line != null);
        awaitEnd();
        return process.exitValue();
    }

    /** Sends a line to its standard input. */
    public void send(final String line) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Requests its end, as Ctrl-C does; its output can still be read. */
    public void interrupt() {
        process.toHandle().destroy();
    }

    /** Stops all its threads: SIGSTOP. */
    public void stop() {
        signal("STOP");
    }

    /** Resumes it after {@link #stop()}: SIGCONT. */
    public void resume() {
        signal("CONT");
    }

    /** Ends it without cleanup, as a power cut would: kill -9. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** If the process has ended, {@code onExit()} may wait for another process that reuses the pid. */
    private void awaitEnd() {
        if (process.isAlive()) {
            process.onExit().join();
        }
    }

    @Override
    public void close() {
        kill();
    }

    private void signal(final String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).inheritIO().start().onExit().join();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
