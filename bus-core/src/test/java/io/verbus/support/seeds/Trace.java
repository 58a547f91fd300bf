package io.verbus.support.seeds;

import java.util.ArrayDeque;
import java.util.Deque;

/** The last lines of a history, and a hash of all lines: two runs of a seed must produce the same hash. */
public final class Trace {
    private final Deque<String> lines = new ArrayDeque<>();
    private final VirtualTime time;
    private final int capacity;
    private long step;
    private long hash;

    public Trace(final VirtualTime time, final int capacity) {
        this.time = time;
        this.capacity = capacity;
    }

    public void nextStep() {
        step++;
    }

    public long step() {
        return step;
    }

    public long hash() {
        return hash;
    }

    public void add(final String actor, final String what) {
        final String line = step + " " + time.elapsedNs() + " " + actor + ": " + what;
        hash = hash * 31 + line.hashCode();
        if (lines.size() == capacity) {
            lines.removeFirst();
        }
        lines.addLast(line);
    }

    /** Describes a failure, with the instructions to replay its history. */
    public Violation violation(final long seed, final Throwable cause) {
        return new Violation("seed " + seed + " fails at step " + step + ": " + cause.getMessage()
                + System.lineSeparator() + "replay it with -D" + Seeds.REPLAY + "=" + seed
                + ". Last events (step, time, actor, event):" + this, cause);
    }

    /** Readable lines: step, time since the beginning, actor, event. */
    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder();
        for (final String line : lines) {
            final String[] parts = line.split(" ", 3);
            text.append(
                    String.format("%n  step %4s  %12.6f s  %s", parts[0], Long.parseLong(parts[1]) / 1e9, parts[2]));
        }
        return text.toString();
    }
}
