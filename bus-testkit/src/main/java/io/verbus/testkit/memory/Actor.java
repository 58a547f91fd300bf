package io.verbus.testkit.memory;

/** One of those who share memory: its thread, and what it knows. */
final class Actor {
    final int index;
    final String name;
    /** What it knows: no load of it returns anything older. */
    final Clock clock;
    /** What it would know behind an acquire fence. */
    final Clock pending;
    final Sight sight;
    private final Runnable script;
    /** What it knew at its last release fence: attached to its relaxed stores; null before the first. */
    Clock released;
    Thread thread;
    boolean isDone;

    Actor(final int index, final String name, final int actors, final Sight sight,
            final Runnable script) {
        this.index = index;
        this.name = name;
        this.clock = new Clock(actors);
        this.pending = new Clock(actors);
        this.sight = sight;
        this.script = script;
    }

    void play() {
        script.run();
    }
}
