package io.verbus.testkit.memory;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.agrona.DirectBuffer;

/**
 * One order in which the accesses of some actors execute and become visible, determined by its seed.
 *
 * <p>One actor runs at a time. Before each ordering access, the schedule may select another actor. Accesses without
 * ordering need no such choice, since a load may return an old value: anything between two of them becomes visible in
 * later loads. A process barrier makes the place of a store in its thread matter, so the schedule may also select
 * another actor before an opaque store to a field.
 */
public final class Interleaving {
    private static final int MAX_STEPS = 20_000;
    /** The interleaving in progress: fences are static. */
    private static volatile Interleaving playing;

    private final Path directory;
    private final SplittableRandom random;
    private final Schedule schedule;
    private final List<String> trace;
    private final Map<String, Runnable> scripts = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final Map<Path, WeakFile> files = new HashMap<>();
    private final SharedFields fields = new SharedFields(this);
    private Actor[] actors = {};
    private Clock sequential;
    private volatile Actor current;
    private Thread audience;
    private int steps;
    private String failure;

    Interleaving(final long seed, final Path directory, final boolean traced) {
        this.directory = directory;
        this.random = new SplittableRandom(seed);
        this.schedule = new Schedule(random);
        this.trace = traced ? new ArrayList<>() : null;
        playing = this;
    }

    static Interleaving playing() {
        return playing;
    }

    /**
     * Adds an actor. Only while the stage is being set.
     *
     * @param name for the trace
     * @param script its actions; it must end, whatever the other actors do
     */
    public void actor(final String name, final Runnable script) {
        names.add(name);
        scripts.put(name, script);
    }

    /** Chooses between 0 and bound, by the seed: to vary a scenario. */
    public int choose(final int bound) {
        return random.nextInt(bound);
    }

    /** A directory for everything except memory, the same for all interleavings of an explorer. */
    public Path directory() {
        return directory;
    }

    /** Reports a failure; the first counts. */
    public void fail(final String what) {
        if (failure == null) {
            failure = what;
            note(() -> "FAILS: " + what);
        }
    }

    /**
     * Declares that the calling actor reads bytes in place. Every store there must be ordered after the actor's next
     * accesses, and the actor must know every earlier store.
     */
    public void readsInPlace(final DirectBuffer buffer, final int offset, final int length) {
        ((WeakBuffer) buffer).readInPlace(offset, length);
    }

    /** Whether a buffer is shared memory. */
    public boolean isShared(final DirectBuffer buffer) {
        return buffer instanceof WeakBuffer weak && weak.isShared();
    }

    String failure() {
        return failure;
    }

    List<String> trace() {
        return trace;
    }

    Map<Path, WeakFile> files() {
        return files;
    }

    SharedFields fields() {
        return fields;
    }

    int actors() {
        return actors.length;
    }

    /** Whether the actors run; otherwise one thread sets or inspects the stage. */
    boolean isOn() {
        return current != null;
    }

    void play() {
        actors = new Actor[names.size()];
        sequential = new Clock(actors.length);
        for (int i = 0; i < actors.length; i++) {
            final Actor actor = new Actor(i, names.get(i), actors.length, new StoreVisibility(random),
                    scripts.get(names.get(i)));
            actor.thread = Thread.ofVirtual().unstarted(() -> act(actor));
            actors[i] = actor;
        }
        audience = Thread.currentThread();
        resume(schedule.first(actors));
        while (current != null) {
            LockSupport.park(this);
        }
    }

    private void act(final Actor actor) {
        try {
            actor.play();
        } catch (final Throwable t) {
            fail(actor.name + " throws " + t);
        }
        actor.isDone = true;
        final Actor next = schedule.next(actors);
        if (next == null) {
            current = null;
            LockSupport.unpark(audience);
        } else {
            resume(next);
        }
    }

    private void resume(final Actor next) {
        current = next;
        if (next.thread.getState() == Thread.State.NEW) {
            next.thread.start();
        } else {
            LockSupport.unpark(next.thread);
        }
    }

    /** Before an ordering access. */
    private Actor step(final boolean isUnchanged) {
        final Actor me = current;
        if (++steps > MAX_STEPS) {
            fail("no end after " + MAX_STEPS + " steps");
            throw new IllegalStateException(failure);
        }
        final Actor next = schedule.step(me, actors, isUnchanged);
        if (next != me) {
            resume(next);
            while (current != me) {
                LockSupport.park(this);
            }
        }
        return me;
    }

    /** Before an opaque store to a field. */
    void pause() {
        step(false);
    }

    long load(final StoredWord word, final Order order, final Object where) {
        final Actor me = order == Order.RELAXED ? current : step(word.newest() == 0);
        me.clock.tick(me.index);
        final int newest = word.newest();
        final int chosen = newest == 0
                ? 0
                : me.visibility.choose(word.oldest(me.clock, order == Order.VOLATILE), newest);
        final StoredWord.Store store = word.store(chosen);
        store.see(me.index, me.clock);
        if (store.released != null) {
            (order == Order.RELAXED ? me.pending : me.clock).join(store.released);
        }
        if (trace != null) {
            final String age = chosen == newest ? "" : ", which is old by " + (newest - chosen);
            note(() -> "loads " + where + " " + order + ": " + store.value + age);
        }
        return store.value;
    }

    void store(final StoredWord word, final long value, final Order order, final Object where) {
        final Actor me = order == Order.RELAXED ? current : step(false);
        me.clock.tick(me.index);
        if (!word.isReleased(me.index, me.clock)) {
            fail(me.name + " overwrites " + where + " while it is read in place");
        }
        final Clock released = order == Order.RELAXED ? me.released : me.clock.copy();
        word.store(value, released, order == Order.VOLATILE, me.index, me.clock);
        note(() -> "stores " + where + " " + order + ": " + value);
    }

    void readInPlace(final StoredWord word, final Object where) {
        final Actor me = current;
        if (!word.readInPlace(me.index, me.clock)) {
            fail(me.name + " reads in place overwritten bytes at " + where);
        }
    }

    void fence(final String kind, final boolean acquires, final boolean releases, final boolean orders) {
        final Actor me = step(false);
        me.clock.tick(me.index);
        if (acquires) {
            me.clock.join(me.pending);
        }
        if (orders) {
            me.clock.join(sequential);
            sequential.join(me.clock);
        }
        if (releases) {
            me.released = me.clock.copy();
        }
        note(() -> kind);
    }

    /** Every actor executes a full fence where it is: each knows all stores so far. */
    void processBarrier() {
        step(false);
        for (final Actor actor : actors) {
            sequential.join(actor.clock);
        }
        for (final Actor actor : actors) {
            actor.clock.join(sequential);
            actor.released = actor.clock.copy();
        }
        note(() -> "process barrier");
    }

    private void note(final Supplier<String> what) {
        if (trace != null) {
            trace.add((current == null ? "stage" : current.name) + " " + what.get());
        }
    }
}
