package io.verbus.testkit.chaos;

import io.verbus.testkit.Forked;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process under chaos, and what it has said so far. */
final class Peer implements AutoCloseable {
    /** Far beyond what anything here may take, so that a loaded machine fails no test. */
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(40);
    private static final Pattern AT = Pattern.compile("at (\\w+) (\\d+)(?: missed (\\d+))?");
    private static final Pattern OVER = Pattern.compile("(?:over|closed) (\\w+) (\\d+)(?: missed (\\d+))?");

    private String name = "spare";
    private final Forked process;
    private final List<String> said = new ArrayList<>();
    private final Map<String, Long> over = new HashMap<>();
    private String session = "";
    private long sequence;
    private long missed;
    private boolean ended;

    private Peer(final Forked process) {
        this.process = process;
    }

    /** A process that will do something when it is told its role. */
    static Peer spare(final Class<?> main, final Path directory, final long seed) throws IOException {
        final Peer peer = new Peer(Forked.startForLong(main, directory, seed));
        Thread.ofPlatform().daemon().name(main.getSimpleName()).start(peer::listen);
        return peer;
    }

    Peer as(final String role) throws InterruptedException {
        await("its readiness", peer -> peer.count("spare") == 1);
        name = role;
        process.tell(role);
        return this;
    }

    String name() {
        return name;
    }

    Forked process() {
        return process;
    }

    /** The latest session that it publishes or reads. */
    synchronized String session() {
        return session;
    }

    /** How far it is in that. */
    synchronized long sequence() {
        return sequence;
    }

    /** How much of that it has missed. */
    synchronized long missed() {
        return missed;
    }

    /** Where a session ended for it, -1 if it has not. */
    synchronized long over(final String ofSession) {
        return over.getOrDefault(ofSession, -1L);
    }

    /** How many lines begin so. */
    synchronized long count(final String beginning) {
        return said.stream().filter(line -> line.startsWith(beginning)).count();
    }

    synchronized List<String> lines(final String beginning) {
        return said.stream().filter(line -> line.startsWith(beginning)).toList();
    }

    /** Waits until something is so. */
    synchronized void await(final String what, final Predicate<Peer> condition) throws InterruptedException {
        final long deadlineNs = System.nanoTime() + LONG_ENOUGH.toNanos();
        while (!condition.test(this)) {
            final long restMs = (deadlineNs - System.nanoTime()) / 1_000_000;
            if (restMs <= 0 || ended) {
                throw new AssertionError(name + (ended ? " ended" : " hangs") + " before this: " + what + "\n"
                        + String.join("\n", said.subList(Math.max(0, said.size() - 30), said.size())));
            }
            wait(restMs);
        }
    }

    /** Waits until it has got further than it is. */
    void awaitProgress() throws InterruptedException {
        final String before = session();
        final long at = sequence();
        await("progress from " + at, peer -> !peer.session.equals(before) || peer.sequence > at);
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
        final Matcher end = OVER.matcher(line);
        if (at.matches()) {
            session = at.group(1);
            sequence = Long.parseLong(at.group(2));
            missed = at.group(3) == null ? 0 : Long.parseLong(at.group(3));
        } else {
            said.add(line);
            if (end.matches()) {
                over.put(end.group(1), Long.parseLong(end.group(2)));
            }
        }
        notifyAll();
    }
}
