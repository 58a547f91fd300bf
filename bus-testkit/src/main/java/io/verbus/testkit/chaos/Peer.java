package io.verbus.testkit.chaos;

import io.verbus.testkit.Forked;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process under chaos, and what it has said so far. */
public final class Peer implements AutoCloseable {
    /** Far beyond what anything here may take, so that a loaded machine fails no test. */
    private static final Duration LONG_ENOUGH = Child.inOurTime(Duration.ofSeconds(40));
    private static final int SHOWN = 40;
    private static final Pattern AT = Pattern.compile("at (\\w+) (\\d+)");
    private static final String AGAIN = "again ";
    /** A line that a process says again and again while it goes on. */
    public static final String TICK = "tick";

    private final Forked process;
    private final List<String> said = new ArrayList<>();
    private String role = "spare";
    /** It changes when it joins anew; looked at by those who wait for another. */
    private volatile String name = role;
    private String session = "";
    private long sequence;
    /** What it said before is of earlier rounds. */
    private int mark;
    private boolean ended;

    private Peer(final Forked process) {
        this.process = process;
    }

    /** A process that will do something when it is told its role. */
    public static Peer spare(final Class<?> main, final Path directory, final Object... arguments) throws IOException {
        final Peer peer = new Peer(Forked.startForLong(main, directory, arguments));
        Thread.ofPlatform().daemon().name(main.getSimpleName()).start(peer::listen);
        return peer;
    }

    public Peer as(final String newRole) throws InterruptedException {
        awaitLine("spare");
        role = newRole;
        name = newRole;
        process.tell(newRole);
        return this;
    }

    public String role() {
        return role;
    }

    /** As its publisher calls it. */
    public String id() {
        return name + " " + process.pid();
    }

    /** The same, of one of the subscriptions that it has had, from 0. */
    String id(final int subscription) {
        return role + (subscription == 0 ? "" : "." + subscription) + " " + process.pid();
    }

    public Forked process() {
        return process;
    }

    /** Of a feed: the session that it publishes. */
    public String awaitSession() throws InterruptedException {
        await("its session", peer -> !peer.session.isEmpty());
        return session();
    }

    /** The latest session that it publishes or reads. */
    synchronized String session() {
        return session;
    }

    /** How far it is in that. */
    synchronized long sequence() {
        return sequence;
    }

    /** From now on, only what it says from now on counts. */
    public synchronized void mark() {
        mark = said.size();
    }

    /** All that it has said, but for its progress. */
    public synchronized List<String> said() {
        return List.copyOf(said);
    }

    /** The lines since the mark that a pattern matches. */
    public synchronized List<String> lines(final String pattern) {
        final Predicate<String> matches = Pattern.compile(pattern).asMatchPredicate();
        return said.subList(mark, said.size()).stream().filter(matches).toList();
    }

    /** Waits for a line since the mark that a pattern matches, and gives its words. */
    public String[] awaitLine(final String pattern) throws InterruptedException {
        return awaitLines(pattern, 1)[0];
    }

    /** Waits for so many, and gives the words of each. */
    public synchronized String[][] awaitLines(final String pattern, final int count) throws InterruptedException {
        await("'" + pattern + "', " + count + " times", peer -> peer.lines(pattern).size() >= count);
        return lines(pattern).stream().map(line -> line.split(" ")).toArray(String[][]::new);
    }

    /** Waits until something is so. */
    public synchronized void await(final String what, final Predicate<Peer> condition) throws InterruptedException {
        final long deadlineNs = System.nanoTime() + LONG_ENOUGH.toNanos();
        while (!condition.test(this)) {
            final long restMs = (deadlineNs - System.nanoTime()) / 1_000_000;
            if (restMs <= 0 || ended) {
                throw new AssertionError(id() + (ended ? " ended" : " hangs") + " before this: " + what + "\n"
                        + story());
            }
            wait(restMs);
        }
    }

    /** Waits until it has got further than it is. */
    void awaitProgress() throws InterruptedException {
        awaitProgress(1);
    }

    /** Waits until it has got so much further. */
    public synchronized void awaitProgress(final long messages) throws InterruptedException {
        final String before = session;
        final long at = sequence;
        await(messages + " more than " + at,
                peer -> !peer.session.equals(before) || peer.sequence >= at + messages);
    }

    /** The last that it said, but for what only tells the time. */
    public synchronized String story() {
        final List<String> told = said.stream().filter(line -> !line.equals(TICK)).toList();
        return id() + ":\n    " + String.join("\n    ", told.subList(Math.max(0, told.size() - SHOWN), told.size()));
    }

    @Override
    public void close() {
        process.close();
    }

    private void listen() {
        for (String line = process.nextLine(); line != null; line = process.nextLine()) {
            hear(line);
        }
        synchronized (this) {
            ended = true;
            notifyAll();
        }
    }

    private synchronized void hear(final String line) {
        final Matcher at = AT.matcher(line);
        if (at.matches()) {
            session = at.group(1);
            sequence = Long.parseLong(at.group(2));
        } else {
            said.add(line);
        }
        if (line.startsWith(AGAIN)) {
            name = line.substring(AGAIN.length());
            session = "";
        }
        notifyAll();
    }
}
