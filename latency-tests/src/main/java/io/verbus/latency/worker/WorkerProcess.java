package io.verbus.latency.worker;

import io.verbus.BusException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** A child process with a {@link Job}. */
public final class WorkerProcess implements AutoCloseable {
    private static final long PATIENCE_MS = 10_000;

    private final ChildProcess child;
    private final Process process;
    private final BufferedReader answers;
    private final PrintStream orders;

    private WorkerProcess(final ChildProcess child) {
        this.child = child;
        this.process = child.process();
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    /**
     * Starts a process. It is ready after {@link #awaitReady}.
     *
     * @param name in messages
     * @param main its main class, with the line of the job as arguments
     * @param flags of its JVM, in addition to those of this one
     * @param job of the process
     * @param busDirectory of the process
     * @return the process
     * @throws BusException if it can't be started
     */
    public static WorkerProcess start(final String name, final Class<?> main, final List<String> flags,
            final ControlLine job, final Path busDirectory) {
        final List<String> command = JvmCommand.of(main, flags);
        command.addAll(List.of(job.toString().split(" ")));
        return new WorkerProcess(ChildProcess.start("the " + name, ChildProcess.builder(command, busDirectory)
                .redirectError(ProcessBuilder.Redirect.INHERIT)));
    }

    /**
     * Waits until it is ready.
     *
     * @param atMost timeout
     * @throws BusException if its job can't be made, with the reason
     */
    public void awaitReady(final Duration atMost) {
        answer(atMost);
    }

    /**
     * Sends an order.
     *
     * @param order to carry out
     */
    public void send(final ControlLine order) {
        orders.println(order);
    }

    /**
     * Waits for the answer to the order.
     *
     * @param atMost timeout, after which the process is killed
     * @return the answer
     * @throws BusException if the order failed, or the process does not answer
     */
    public ControlLine answer(final Duration atMost) {
        final Executor later = CompletableFuture.delayedExecutor(atMost.toMillis(), TimeUnit.MILLISECONDS);
        final CompletableFuture<Void> giveUp = CompletableFuture.runAsync(process::destroyForcibly, later);
        try {
            final String text = answers.readLine();
            if (text == null) {
                throw new BusException(giveUp.isDone()
                        ? child.name() + " did not answer within " + atMost.toSeconds() + " s"
                        : child.name() + " ended with exit status " + process.onExit().join().exitValue());
            }
            final ControlLine line = ControlLine.parse(text);
            if (line.verb().equals(WorkLoop.FAILED)) {
                throw new BusException(line.text(WorkLoop.CAUSE));
            }
            return line;
        } catch (final IOException e) {
            throw new BusException("cannot read the answer of " + child.name() + ": " + e.getMessage(), e);
        } finally {
            giveUp.cancel(false);
        }
    }

    /** Freezes the process (SIGSTOP): it executes no instruction until {@link #thaw()}. */
    public void freeze() {
        signal("STOP");
    }

    /** Resumes the process (SIGCONT). */
    public void thaw() {
        signal("CONT");
    }

    private void signal(final String signal) {
        try {
            final Process kill = new ProcessBuilder("/bin/sh", "-c", "kill -" + signal + " " + process.pid())
                    .redirectErrorStream(true).start();
            final String output = new String(kill.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (kill.waitFor() != 0) {
                throw new BusException("cannot send " + signal + " to " + child.name() + ": " + output.strip());
            }
        } catch (final IOException e) {
            throw new BusException("cannot send " + signal + " to " + child.name() + ": " + e.getMessage(), e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BusException("interrupted", e);
        }
    }

    /** Kills the process, frozen or not. */
    public void kill() {
        process.destroyForcibly();
    }

    /** Ends the process; kills it if it has not ended after 10 s. */
    @Override
    public void close() {
        try {
            if (process.isAlive()) {
                thaw();
            }
            orders.close();
            child.endWithin(PATIENCE_MS);
        } catch (final BusException e) { // the process has just ended
            process.destroyForcibly();
        }
    }
}
