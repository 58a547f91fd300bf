package io.verbus.tools.demo;

import io.verbus.tools.host.CorePair;
import io.verbus.BusException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * One run: books and feed as two processes, until both have ended.
 *
 * @param name of the run; names its files
 * @param session to play
 * @param rate as the feed takes it
 * @param loops how often to play it
 * @param meeting how the two meet
 */
record DemoRun(String name, Excerpt session, String rate, int loops, Meeting meeting) {
    private static final String STREAM = "md.itch";
    private static final long LOOK_MS = 200;

    /**
     * Runs it.
     *
     * @param workspace to run in
     * @param cores to pin to, if there are two
     * @param mostSeconds after which a run that has not ended never will
     * @param progress called while it runs, with the seconds so far
     * @return what the books say of it
     * @throws BusException when one of the processes fails, with what it said
     */
    BookSummary run(final Workspace workspace, final Optional<CorePair> cores, final long mostSeconds,
            final LongConsumer progress) {
        final ChildLauncher launcher = workspace.launcher();
        final Path summary = workspace.file(name + ".summary");
        final Path hlog = workspace.file(name + ".hlog");
        final List<String> book = new ArrayList<>(List.of("book", "--stream", STREAM, "--summary", summary.toString(),
                "--hlog", hlog.toString()));
        final List<String> feed = new ArrayList<>(List.of("feed", "--stream", STREAM, "--itch",
                session.file().toString(), "--rate", rate, "--loop", Integer.toString(loops)));
        feed.addAll(List.of("--await-subscribers", "1", "--block-for", "book"));
        feed.addAll(meeting.ofFeed());
        book.addAll(meeting.ofBooks());
        cores.ifPresentOrElse(pair -> {
            book.addAll(List.of("--core", Integer.toString(pair.book())));
            feed.addAll(List.of("--core", Integer.toString(pair.feed())));
        }, () -> book.addAll(List.of("--idle", "yield")));
        final List<Child> children = List.of(workspace.start(launcher, "books", name, book),
                workspace.start(launcher, "feed", name, feed));
        await(children, workspace, mostSeconds, progress);
        return BookSummary.read(summary, hlog);
    }

    private static void await(final List<Child> children, final Workspace workspace, final long mostSeconds,
            final LongConsumer progress) {
        final long startNs = System.nanoTime();
        boolean running = true;
        while (running) {
            running = false;
            for (final Child child : children) {
                running |= !child.awaitEnd(LOOK_MS);
                if (child.hasFailed()) {
                    throw new BusException(child.sentence());
                }
            }
            final long seconds = (System.nanoTime() - startNs) / 1_000_000_000L;
            if (seconds > mostSeconds) {
                throw new BusException("the run has not ended after " + seconds + " s; is the machine very busy?");
            }
            progress.accept(seconds);
        }
    }
}
