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

/** Processes that belong together. They are frozen while others are measured: not even their conductors run. */
public final class Team implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final List<WorkerProcess> members = new CopyOnWriteArrayList<>();
    /** Who is frozen does not see that nobody is there any more. */
    private final Thread hook = new Thread(() -> members.forEach(WorkerProcess::kill), "perf-cleanup");

    private final Path directory;

    private Team(final Path directory) {
        this.directory = directory;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * A team without members.
     *
     * @param parent where its folder is made
     * @param name of the folder, in which its members meet
     * @return the team
     * @throws BusException if the folder can't be made
     */
    public static Team open(final Path parent, final String name) {
        try {
            return new Team(Files.createDirectory(parent.resolve(name)));
        } catch (final IOException e) {
            throw new BusException("can't make a folder in " + parent + ": " + e.getMessage(), e);
        }
    }

    /**
     * Starts more members, all at once, and waits until each is ready. When that fails, the team is closed.
     *
     * @param main their class
     * @param flags of their JVMs, beside those of this one
     * @param jobs what they are there for
     * @return this
     * @throws BusException if one can't do its job, with the reason
     */
    public Team start(final Class<?> main, final List<String> flags, final List<Line> jobs) {
        try {
            final List<WorkerProcess> starting = new ArrayList<>();
            for (final Line job : jobs) {
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

    /** {@return the folder in which the members meet} */
    public Path directory() {
        return directory;
    }

    /**
     * One of them.
     *
     * @param index in the order in which they were started
     * @return the process
     */
    public WorkerProcess member(final int index) {
        return members.get(index);
    }

    /**
     * Tells each member something, and waits for all answers.
     *
     * @param orders in the order of the members; those for whom there is none hear nothing
     * @return answers, in that order
     * @throws BusException if one of them could not
     */
    public List<Line> ask(final Line... orders) {
        return askFrom(0, orders);
    }

    /**
     * Tells some members something, and waits for all answers.
     *
     * @param first index of the one that gets the first order; the others follow
     * @param orders in the order of the members
     * @return answers, in that order
     * @throws BusException if one of them could not
     */
    public List<Line> askFrom(final int first, final Line... orders) {
        for (int i = 0; i < orders.length; i++) {
            members.get(first + i).tell(orders[i]);
        }
        final List<Line> answers = new ArrayList<>();
        for (int i = 0; i < orders.length; i++) {
            answers.add(members.get(first + i).answer(PATIENCE));
        }
        return answers;
    }

    /**
     * Tells one member something, and waits for its answer.
     *
     * @param member index of it
     * @param order what to do
     * @return its answer
     * @throws BusException if it could not
     */
    public Line ask(final int member, final Line order) {
        members.get(member).tell(order);
        return members.get(member).answer(PATIENCE);
    }

    /** Stops them all where they are. */
    public void freeze() {
        members.forEach(WorkerProcess::freeze);
    }

    /**
     * Lets them go on for as long as something takes.
     *
     * @param work what they are needed for
     * @param <T> what comes of it
     * @return that
     */
    public <T> T awake(final Supplier<T> work) {
        members.forEach(WorkerProcess::thaw);
        final T result = work.get();
        freeze();
        return result;
    }

    @Override
    public void close() {
        members.reversed().forEach(WorkerProcess::close); // who came first is needed by the others
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (final IllegalStateException e) {
            // The JVM is ending: the hook runs already.
        }
    }
}
