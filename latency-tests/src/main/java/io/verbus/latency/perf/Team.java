package io.verbus.latency.perf;

import io.verbus.BusException;
import io.verbus.latency.jobs.PerfWorker;
import io.verbus.latency.worker.Line;
import io.verbus.latency.worker.WorkerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** Processes that belong together. They are frozen while others are measured: not even their conductors run. */
final class Team implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final List<WorkerProcess> members = new CopyOnWriteArrayList<>();
    /** Who is frozen does not see that nobody is there any more. */
    private final Thread hook = new Thread(() -> members.forEach(WorkerProcess::kill), "perf-cleanup");

    private Team() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Starts them all, and waits until each is ready. Their bus directory is a new folder of this name. */
    static Team start(final Path parent, final String name, final List<Line> jobs) {
        final Team team = new Team();
        try {
            final Path directory = Files.createDirectory(parent.resolve(name));
            for (final Line job : jobs) {
                team.members.add(WorkerProcess.start(job.verb() + " process", PerfWorker.class, job, directory));
            }
            team.members.forEach(member -> member.awaitReady(START));
            return team;
        } catch (final IOException e) {
            team.close();
            throw new BusException("can't make a folder in " + parent + ": " + e.getMessage(), e);
        } catch (final BusException e) {
            team.close();
            throw e;
        }
    }

    WorkerProcess member(final int index) {
        return members.get(index);
    }

    /** Tells each member something, in order, and waits for all answers. */
    List<Line> ask(final Line... orders) {
        for (int i = 0; i < orders.length; i++) {
            members.get(i).tell(orders[i]);
        }
        final List<Line> answers = new ArrayList<>();
        for (int i = 0; i < orders.length; i++) {
            answers.add(members.get(i).answer(PATIENCE));
        }
        return answers;
    }

    /** Tells one member something, and waits for its answer. */
    Line ask(final int member, final Line order) {
        members.get(member).tell(order);
        return members.get(member).answer(PATIENCE);
    }

    void freeze() {
        members.forEach(WorkerProcess::freeze);
    }

    /** Lets them go on for as long as something takes. */
    <T> T awake(final Supplier<T> work) {
        members.forEach(WorkerProcess::thaw);
        final T result = work.get();
        freeze();
        return result;
    }

    @Override
    public void close() {
        members.forEach(WorkerProcess::close);
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (final IllegalStateException e) {
            // The JVM is ending: the hook runs already.
        }
    }
}
