package io.verbus.tools.demo;

import io.verbus.BusException;
import io.verbus.latency.worker.ChildProcess;
import io.verbus.tools.host.CorePair;
import java.nio.file.Path;
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
        final Path summary = workspace.file(name + ".summary");
        final Path hlog = workspace.file(name + ".hlog");
        final List<String> book = new ArrayList<>(List.of("book", "--stream", STREAM, "--summary", summary.toString(),
                "--hlog", hlog.toString()));
        final List<String> feed = new ArrayList<>(List.of("feed", "--stream", STREAM, "--itch",
                session.file().toString(), "--rate", rate, "--loop", Integer.toString(loops)));
        feed.addAll(List.of("--await-subscribers", "1", "--block-for", "book"));
        if (!rate.equals(FULL_SPEED)) {
            feed.add("--no-catch-up"); // a burst after a pause of the scheduler would measure the books, not the bus
        }
        feed.addAll(meeting.ofFeed());
        book.addAll(meeting.ofBooks());
        cores.ifPresentOrElse(pair -> {
            book.addAll(List.of("--core", Integer.toString(pair.book())));
            feed.addAll(List.of("--core", Integer.toString(pair.feed())));
            List.of(book, feed).forEach(one -> one.addAll(List.of("--quiet-core", Integer.toString(pair.book()))));
        }, () -> book.addAll(List.of("--idle", "yield")));
        final List<ChildProcess> children = List.of(workspace.start(command, "books", name, book),
                workspace.start(command, "feed", name, feed));
        await(children, workspace, maxSeconds, progress);
        return BookSummary.read(summary, hlog);
    }

    private static void await(final List<ChildProcess> children, final Workspace workspace, final long maxSeconds,
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
                throw new BusException(
                        "the run did not end within " + maxSeconds + " s: repeat it on a less busy machine");
            }
            progress.accept(seconds);
        }
    }
}
