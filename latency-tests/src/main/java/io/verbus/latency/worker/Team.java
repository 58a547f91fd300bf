package io.verbus.latency.worker;

import io.verbus.BusException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** Processes of one subject. While others are measured they are frozen (SIGSTOP): not even their conductors run. */
public final class Team implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(60);

    private final List<WorkerProcess> members = new CopyOnWriteArrayList<>();
    /** A frozen process does not notice the end of standard input. */
    private final Thread hook = new Thread(() -> members.forEach(WorkerProcess::kill), "perf-cleanup");

    private final Path directory;

    private final Duration patience;

    private Team(final Path directory, final Duration patience) {
        this.directory = directory;
        this.patience = patience;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Makes a team without members.
     *
     * @param parent of its folder
     * @param name of its folder, the bus directory of its members
     * @param patience within which a member answers an order, or is killed
     * @return the team
     * @throws BusException if the folder can't be made
     */
    public static Team open(final Path parent, final String name, final Duration patience) {
        try {
            return new Team(Files.createDirectory(parent.resolve(name)), patience);
        } catch (final IOException e) {
            throw new BusException("cannot make a folder in " + parent + ": " + e.getMessage(), e);
        }
    }

    /**
     * Starts more members, all at once, and waits until each is ready. If one fails, the team is closed.
     *
     * @param main their main class
     * @param flags of their JVMs, in addition to those of this one
     * @param jobs one for each member
     * @return this
     * @throws BusException if a member fails, with the reason
     */
    public Team start(final Class<?> main, final List<String> flags, final List<ControlLine> jobs) {
        try {
            final List<WorkerProcess> starting = new ArrayList<>();
            for (final ControlLine job : jobs) {
                final WorkerProcess member = WorkerProcess.start(job.verb() + " process", main, flags, job, directory);
                members.add(member);
                starting.add(member);
            }
            starting.forEach(member -> member.awaitReady(START));
            return this;
        } catch (final BusException e) {
            close();
            throw e;
        }
    }

    /** {@return the bus directory of the members} */
    public Path directory() {
        return directory;
    }

    /**
     * Returns a member.
     *
     * @param index in the order of the starts
     * @return the process
     */
    public WorkerProcess member(final int index) {
        return members.get(index);
    }

    /**
     * Gives orders to members, and waits for all answers.
     *
     * @param first index of the member that gets the first order
     * @param orders of this member and the next ones
     * @return answers, in that order
     * @throws BusException if a member failed
     */
    public List<ControlLine> askFrom(final int first, final ControlLine... orders) {
        for (int i = 0; i < orders.length; i++) {
            members.get(first + i).send(orders[i]);
        }
        final List<ControlLine> answers = new ArrayList<>();
        for (int i = 0; i < orders.length; i++) {
            answers.add(members.get(first + i).answer(patience));
        }
        return answers;
    }

    /**
     * Gives one member an order, and waits for its answer.
     *
     * @param member index of the member
     * @param order to carry out
     * @return its answer
     * @throws BusException if it failed
     */
    public ControlLine ask(final int member, final ControlLine order) {
        members.get(member).send(order);
        return members.get(member).answer(patience);
    }

    /** Freezes all members. */
    public void freeze() {
        members.forEach(WorkerProcess::freeze);
    }

    /** Resumes all members. */
    public void thaw() {
        members.forEach(WorkerProcess::thaw);
    }

    /**
     * Resumes all members for as long as the work takes.
     *
     * @param work that needs them
     * @param <T> type of the result
     * @return the result of the work
     */
    public <T> T awake(final Supplier<T> work) {
        thaw();
        final T result = work.get();
        freeze();
        return result;
    }

    @Override
    public void close() {
        members.reversed().forEach(WorkerProcess::close); // the first members serve the others
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (final IllegalStateException e) {
            // the JVM is ending, and the hook runs already
        }
    }
}
