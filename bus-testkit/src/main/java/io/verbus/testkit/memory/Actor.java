package io.verbus.testkit.memory;

/** A thread that shares memory, and the stores that it knows of. */
final class Actor {
    final int index;
    final String name;
    /** The stores it knows: no load of this actor returns an older one. */
    final Clock clock;
    /** The stores that an acquire fence would add. */
    final Clock pending;
    final StoreVisibility visibility;
    private final Runnable script;
    /** Its knowledge at its last release fence: attached to its relaxed stores; null before the first. */
    Clock released;
    Thread thread;
    boolean isDone;

    Actor(final int index, final String name, final int actors, final StoreVisibility visibility,
            final Runnable script) {
        this.index = index;
        this.name = name;
        this.clock = new Clock(actors);
        this.pending = new Clock(actors);
        this.visibility = visibility;
        this.script = script;
    }

    void play() {
        script.run();
    }
}
