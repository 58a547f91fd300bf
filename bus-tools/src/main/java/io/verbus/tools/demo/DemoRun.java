package io.verbus.tools.demo;

import io.verbus.BusException;
import io.verbus.latency.worker.ChildProcess;
import io.verbus.tools.host.CorePair;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * One run of the demo: order books and feed as two processes, until both have ended.
 *
 * @param name of the run, and of its files
 * @param session to play
 * @param rate value of the feed's option --rate
 * @param loops number of times to play the session
 * @param meeting transport between the two processes
 */
record DemoRun(String name, Excerpt session, String rate, int loops, DemoConnection meeting) {
    private static final String STREAM = "md.itch";
    private static final long POLL_MS = 200;
    /** Value of {@code rate} for a run without pauses between messages. */
    static final String FULL_SPEED = "max";

    /**
     * Runs both processes to their end.
     *
     * @param workspace to run in
     * @param command of the processes, up to the arguments of Verbus
     * @param cores to pin to, if there are two
     * @param maxSeconds timeout of the run
     * @param progress called during the run, with the elapsed seconds
     * @return the summary written by the order books
     * @throws BusException if a process fails or the run times out; the message has the last output of the process
     */
    BookSummary run(final Workspace workspace, final List<String> command, final Optional<CorePair> cores,
            final long maxSeconds, final LongConsumer progress) {
        final Optional<Integer> quiet = cores.map(CorePair::book);
        await(List.of(startBooks(name, meeting, workspace, command, quiet),
                startFeed(workspace, command, cores.map(CorePair::feed), quiet)), maxSeconds,
                "the run did not end within " + maxSeconds + " s: repeat it on a less busy machine", progress);
        return BookSummary.read(workspace.file(name + ".summary"), workspace.file(name + ".hlog"));
    }

    /** Starts the order books, which write {@code name.summary} and {@code name.hlog} and keep their core quiet. */
    static ChildProcess startBooks(final String name, final DemoConnection meeting, final Workspace workspace,
            final List<String> command, final Optional<Integer> core) {
        final List<String> book = new ArrayList<>(List.of("book", "--stream", STREAM, "--summary",
                workspace.file(name + ".summary").toString(), "--hlog", workspace.file(name + ".hlog").toString()));
        book.addAll(meeting.ofBooks());
        addCores(book, core, core);
        if (core.isEmpty()) {
            book.addAll(List.of("--idle", "yield"));
        }
        return workspace.start(command, "books", name, book);
    }

    /** Starts the feed handler, which waits for the order books. */
    ChildProcess startFeed(final Workspace workspace, final List<String> command, final Optional<Integer> core,
            final Optional<Integer> quietCore) {
        final List<String> feed = new ArrayList<>(List.of("feed", "--stream", STREAM, "--itch",
                session.file().toString(), "--rate", rate, "--loop", Integer.toString(loops)));
        feed.addAll(List.of("--await-subscribers", "1", "--block-for", "book"));
        if (!rate.equals(FULL_SPEED)) {
            feed.add("--no-catch-up"); // a burst after a pause of the scheduler would measure the books, not the bus
        }
        feed.addAll(meeting.ofFeed());
        addCores(feed, core, quietCore);
        return workspace.start(command, "feed", name, feed);
    }

    private static void addCores(final List<String> line, final Optional<Integer> core, final Optional<Integer> quiet) {
        core.ifPresent(own -> line.addAll(List.of("--core", Integer.toString(own))));
        quiet.ifPresent(other -> line.addAll(List.of("--quiet-core", Integer.toString(other))));
    }

    /** Waits until all processes have ended; {@code late} is the message after the timeout. */
    static void await(final List<ChildProcess> children, final long maxSeconds, final String late,
            final LongConsumer progress) {
        final long startNs = System.nanoTime();
        boolean running = true;
        while (running) {
            running = false;
            for (final ChildProcess child : children) {
                running |= !child.awaitEnd(POLL_MS);
                if (child.hasFailed()) {
                    throw new BusException(child.failureMessage());
                }
            }
            final long seconds = (System.nanoTime() - startNs) / 1_000_000_000L;
            if (seconds > maxSeconds) {
                throw new BusException(late);
            }
            progress.accept(seconds);
        }
    }
}
