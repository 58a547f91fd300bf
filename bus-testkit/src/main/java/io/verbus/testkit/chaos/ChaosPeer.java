package io.verbus.testkit.chaos;

import io.verbus.support.Forked;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process under chaos, and its output so far. */
public final class ChaosPeer implements AutoCloseable {
    /** Far above any duration here, so that a loaded machine fails no test. */
    private static final Duration LONG_ENOUGH = Child.inOurTime(Duration.ofSeconds(40));
    private static final int SHOWN = 40;
    private static final Pattern AT = Pattern.compile("at (\\w+) (\\d+)");
    private static final String AGAIN = "again ";
    /** A line that a process prints repeatedly while it runs. */
    public static final String TICK = "tick";

    private final Forked process;
    private final String program;
    private final List<String> said = new ArrayList<>();
    private String role = "spare";
    /** Changes when it joins again; read by threads that wait for another process. */
    private volatile String name = role;
    private String session = "";
    private long sequence;
    /** Earlier lines belong to earlier rounds. */
    private int mark;
    private boolean ended;

    private ChaosPeer(final Forked process, final String program) {
        this.process = process;
        this.program = program;
    }

    /** A process that waits for its role. */
    public static ChaosPeer spare(final Class<?> main, final Path directory, final Object... arguments)
            throws IOException {
        return of(Forked.start(main, directory, arguments), main.getSimpleName());
    }

    /** A started process of a program. */
    static ChaosPeer of(final Forked process, final String program) {
        final ChaosPeer peer = new ChaosPeer(process, program);
        Thread.ofPlatform().daemon().name(program).start(peer::listen);
        return peer;
    }

    public ChaosPeer as(final String newRole) throws InterruptedException {
        awaitLine("spare");
        role = newRole;
        name = newRole;
        process.send(newRole);
        return this;
    }

    public String role() {
        return role;
    }

    /** The main class, or the program in C. */
    String program() {
        return program;
    }

    /** The name that its publisher uses. */
    public String id() {
        return name + " " + process.pid();
    }

    /** The same, of one of its subscriptions, from 0. */
    String id(final int subscription) {
        return role + (subscription == 0 ? "" : "." + subscription) + " " + process.pid();
    }

    public Forked process() {
        return process;
    }

    /** Of a feed: its session. */
    public String awaitSession() throws InterruptedException {
        await("its session", peer -> !peer.session.isEmpty());
        return session();
    }

    /** The latest session that it publishes or reads. */
    synchronized String session() {
        return session;
    }

    /** Its sequence in that session. */
    synchronized long sequence() {
        return sequence;
    }

    /** From now on, only later lines count. */
    public synchronized void mark() {
        mark = said.size();
    }

    /** All its lines, without progress. */
    public synchronized List<String> said() {
        return List.copyOf(said);
    }

    /** The lines since the mark that match a pattern. */
    public synchronized List<String> lines(final String pattern) {
        final Predicate<String> matches = Pattern.compile(pattern).asMatchPredicate();
        return said.subList(mark, said.size()).stream().filter(matches).toList();
    }

    /** Waits for a line since the mark that matches a pattern, and returns its words. */
    public String[] awaitLine(final String pattern) throws InterruptedException {
        return awaitLines(pattern, 1)[0];
    }

    /** Waits for a number of lines, and returns the words of each. */
    public synchronized String[][] awaitLines(final String pattern, final int count) throws InterruptedException {
        await("'" + pattern + "', " + count + " times", peer -> peer.lines(pattern).size() >= count);
        return lines(pattern).stream().map(line -> line.split(" ")).toArray(String[][]::new);
    }

    /** Waits for a condition. */
    public synchronized void await(final String what, final Predicate<ChaosPeer> condition)
            throws InterruptedException {
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

    /** Waits for a line since the mark that matches a pattern, or for its end. Returns whether it has ended. */
    synchronized boolean awaitLineOrEnd(final String pattern) throws InterruptedException {
        await("'" + pattern + "' or its end", peer -> peer.ended || !peer.lines(pattern).isEmpty());
        return ended;
    }

    /** Waits for further progress. */
    void awaitProgress() throws InterruptedException {
        awaitProgress(1);
    }

    /** Waits for progress by a number of messages. */
    public synchronized void awaitProgress(final long messages) throws InterruptedException {
        final String before = session;
        final long at = sequence;
        await(messages + " more than " + at,
                peer -> !peer.session.equals(before) || peer.sequence >= at + messages);
    }

    /** Its last lines, without those that only show the time. */
    public synchronized String story() {
        final List<String> told = said.stream().filter(line -> !line.equals(TICK)).toList();
        return id() + ", " + program + ":\n    "
                + String.join("\n    ", told.subList(Math.max(0, told.size() - SHOWN), told.size()));
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
