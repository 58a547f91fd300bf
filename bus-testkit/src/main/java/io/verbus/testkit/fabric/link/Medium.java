package io.verbus.testkit.fabric.link;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** What all ends of a fabric have in common. It is their lock, too. */
public final class Medium {
    private static final int LAST_NOTES = 60;

    private final FabricSettings settings;
    private final Mood mood;
    private final Contract contract = new Contract();
    private final Deque<String> notes = new ArrayDeque<>();
    private volatile Consumer<Call> interruption = call -> {};
    private long nowNs;
    private long writes;
    private long reads;

    /** For a fabric of a seed. */
    public Medium(final long seed, final FabricSettings settings) {
        this.settings = settings;
        this.mood = new Mood(seed, settings.moody());
    }

    public FabricSettings settings() {
        return settings;
    }

    public Mood mood() {
        return mood;
    }

    public Contract contract() {
        return contract;
    }

    /** The time of the last step. */
    public synchronized long nowNs() {
        return nowNs;
    }

    public synchronized void nowNs(final long newNowNs) {
        nowNs = newNowNs;
    }

    /** What others do in the middle of calls of a cursor's owner. */
    public void interruption(final Consumer<Call> newInterruption) {
        interruption = newInterruption;
    }

    /** How often a device did not do what it was asked: whoever asked has to ask again. */
    public synchronized long refusals() {
        return mood.refusals();
    }

    /** How many writes have been delivered so far. */
    public synchronized long writes() {
        return writes;
    }

    void written() {
        writes++;
    }

    /** How often something of a log was read, or may be from now on. */
    public synchronized long reads() {
        return reads;
    }

    void hasRead() {
        reads++;
    }

    void interrupt(final Call call) {
        interruption.accept(call);
    }

    /** Something that happened, for a person. */
    public synchronized void note(final String what) {
        if (notes.size() == LAST_NOTES) {
            notes.removeFirst();
        }
        notes.addLast(nowNs + ": " + what);
    }

    /** What happened last. */
    public synchronized List<String> notes() {
        return List.copyOf(notes);
    }
}
