package io.verbus.latency.worker;

import io.verbus.BusException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** A process with a {@link Job}, seen by the measurement: a JVM with the flags and the class path of this one. */
public final class WorkerProcess implements AutoCloseable {
    private static final String DEBUGGER = "-agentlib:jdwp";
    private static final long PATIENCE_SECONDS = 10;

    private final String name;
    private final Process process;
    private final BufferedReader answers;
    private final PrintStream orders;
    private long thread;

    private WorkerProcess(final String name, final Process process) {
        this.name = name;
        this.process = process;
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    /**
     * Starts one. It is not ready yet: {@link #awaitReady}.
     *
     * @param name for people
     * @param main its class, which takes the job's line as arguments
     * @param flags of its JVM, beside those of this one
     * @param job what it is there for
     * @param busDirectory where it meets others
     * @return the process
     * @throws BusException if it can't be started
     */
    public static WorkerProcess start(final String name, final Class<?> main, final List<String> flags,
            final Line job, final Path busDirectory) {
        final List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
        for (final String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (!flag.startsWith(DEBUGGER)) { // two processes can't listen on a debugger's port
                command.add(flag);
            }
        }
        command.addAll(flags);
        // What a runnable jar has in its manifest; saying it twice does no harm.
        command.addAll(List.of("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(job.toString().split(" ")));
        final ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("VERBUS_DIR", busDirectory.toString());
        try {
            return new WorkerProcess(name, builder.start());
        } catch (final IOException e) {
            throw new BusException("can't start the " + name + ": " + e.getMessage(), e);
        }
    }

    /**
     * Waits until it is ready.
     *
     * @param atMost after which it is given up
     * @throws BusException if it can't do its job, with the reason
     */
    public void awaitReady(final Duration atMost) {
        thread = answer(atMost).number(WorkLoop.THREAD);
    }

    /**
     * Tells it what to do.
     *
     * @param order a line
     */
    public void tell(final Line order) {
        orders.println(order);
    }

    /**
     * Waits for what came of the order.
     *
     * @param atMost after which the process is given up, and ended
     * @return what it says
     * @throws BusException if it could not, or does not answer
     */
    public Line answer(final Duration atMost) {
        final Executor later = CompletableFuture.delayedExecutor(atMost.toMillis(), TimeUnit.MILLISECONDS);
        final CompletableFuture<Void> giveUp = CompletableFuture.runAsync(process::destroyForcibly, later);
        try {
            final String text = answers.readLine();
            if (text == null) {
                throw new BusException(giveUp.isDone()
                        ? "the " + name + " did not answer within " + atMost.toSeconds() + " s"
                        : "the " + name + " ended with exit status " + process.onExit().join().exitValue());
            }
            final Line line = Line.parse(text);
            if (line.verb().equals(WorkLoop.FAILED)) {
                throw new BusException(line.text(WorkLoop.CAUSE));
            }
            return line;
        } catch (final IOException e) {
            throw new BusException("nothing can be heard of the " + name + ": " + e.getMessage(), e);
        } finally {
            giveUp.cancel(false);
        }
    }

    /** {@return the kernel's number of the thread that does the job} */
    public long thread() {
        return thread;
    }

    /** Stops it, as a debugger would: not one instruction until {@link #thaw()}. */
    public void freeze() {
        signal("STOP");
    }

    /** Lets it go on. */
    public void thaw() {
        signal("CONT");
    }

    private void signal(final String signal) {
        try {
            final Process kill = new ProcessBuilder("/bin/sh", "-c", "kill -" + signal + " " + process.pid())
                    .redirectErrorStream(true).start();
            final String complaint = new String(kill.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (kill.waitFor() != 0) {
                throw new BusException("can't send " + signal + " to the " + name + ": " + complaint.strip());
            }
        } catch (final IOException e) {
            throw new BusException("can't send " + signal + " to the " + name + ": " + e.getMessage(), e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BusException("interrupted", e);
        }
    }

    /** Ends it at once, frozen or not. */
    public void kill() {
        process.destroyForcibly();
    }

    /** Lets it end; then, when it does not, makes it. */
    @Override
    public void close() {
        try {
            if (process.isAlive()) {
                thaw();
            }
            orders.close();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (final InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        } catch (final BusException e) { // it has just died
            process.destroyForcibly();
        }
    }
}
