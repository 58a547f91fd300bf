package io.verbus.support;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A separate JVM that runs a main class with the flags and class path of this one. Its standard output and standard
 * error are merged, and read by a thread of their own: so it never waits for the test, and {@link #output} has
 * all of it when a test fails. One thread takes its lines.
 */
public final class Forked implements AutoCloseable {
    /** The JVM's archive of the class path, which native/lab/tests makes: the lab loads classes slowly. */
    private static final String ARCHIVE = System.getProperty("verbus.archive");
    /** After the end of a process: a process that it has started may still have its output open. */
    private static final Duration LAST_LINES = Duration.ofSeconds(2);

    private final Process process;
    /** Empty after the last line. */
    private final BlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();
    private final StringBuffer output = new StringBuffer();
    private final Thread reader;
    private boolean hasEnded;

    private Forked(final Process process) {
        this.process = process;
        reader = Thread.ofPlatform().daemon().name("output of " + process.pid()).start(this::read);
    }

    /** Starts the process. */
    public static Forked start(final Class<?> main, final Path busDirectory, final Object... arguments)
            throws IOException {
        return startWithin(List.of(), main, busDirectory, arguments);
    }

    /** Starts the process within another command, to which its own command is appended. */
    public static Forked startWithin(final List<String> wrapper, final Class<?> main, final Path busDirectory,
            final Object... arguments) throws IOException {
        return start(wrapper, List.of(), main, busDirectory, arguments);
    }

    /** Starts the process within another command, with additional flags of the JVM. */
    public static Forked start(final List<String> wrapper, final List<String> flags, final Class<?> main,
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
        return startProgram(busDirectory, command);
    }

    /** Starts a program that needs no JVM. */
    public static Forked startProgram(final Path busDirectory, final List<String> command) throws IOException {
        return start(new ProcessBuilder(command), busDirectory);
    }

    /** Starts another command, such as that of an application, in a folder. */
    public static Forked startIn(final Path folder, final Path busDirectory, final List<String> command)
            throws IOException {
        return start(new ProcessBuilder(command).directory(folder.toFile()), busDirectory);
    }

    private static Forked start(final ProcessBuilder builder, final Path busDirectory) throws IOException {
        builder.redirectErrorStream(true).environment().put("VERBUS_DIR", busDirectory.toString());
        builder.environment().remove("VERBUS_CONFIG"); // a file of the user must not change a test
        return new Forked(builder.start());
    }

    private void read() {
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                output.append(line).append('\n');
                lines.add(Optional.of(line));
            }
        } catch (final IOException _) {
            // It was killed.
        }
        lines.add(Optional.empty());
    }

    /** Waits for a line, for {@link Patience#LIMIT} at most. Returns null at the end of the output. */
    public String nextLine() {
        return nextLine(System.nanoTime());
    }

    /** The time is that of the begin of the whole wait. */
    private String nextLine(final long beginNs) {
        try {
            final long leftNs = Patience.NS - (System.nanoTime() - beginNs);
            final Optional<String> line = hasEnded ? Optional.empty() : lines.poll(leftNs, TimeUnit.NANOSECONDS);
            if (line == null || leftNs <= 0) { // it prints nothing, or other lines without an end
                throw new AssertionError("process " + process.pid() + " hangs:\n" + output);
            }
            hasEnded = line.isEmpty();
            return line.orElse(null);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while process " + process.pid() + " runs", e);
        }
    }

    /** Waits for a line that contains a pattern. */
    public Matcher awaitLine(final String pattern) {
        final Pattern wanted = Pattern.compile(pattern);
        final long beginNs = System.nanoTime();
        for (String line = nextLine(beginNs); line != null; line = nextLine(beginNs)) {
            final Matcher found = wanted.matcher(line);
            if (found.find()) {
                return found;
            }
        }
        throw new AssertionError("process ended without a line that matches '" + pattern + "':\n" + output());
    }

    /** All its output until now. Any thread. */
    public String output() {
        return output.toString();
    }

    /** Takes the remaining lines and waits for the end of the process. */
    public int exitStatus() {
        final long beginNs = System.nanoTime();
        String line;
        do {
            line = nextLine(beginNs);
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
            process.onExit().orTimeout(Patience.NS, TimeUnit.NANOSECONDS).join();
        }
        try {
            reader.join(LAST_LINES);
        } catch (final InterruptedException _) {
            Thread.currentThread().interrupt();
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
