package io.verbus.testkit.fabric.link;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** The shared state of all ends of a fabric, and their lock. */
public final class Medium {
    private static final int LAST_NOTES = 60;

    private final FabricSettings settings;
    private final FabricRandom random;
    private final Contract contract = new Contract();
    private final Deque<String> notes = new ArrayDeque<>();
    private volatile Consumer<Call> interruption = call -> {};
    private long nowNs;
    private long writes;
    private long arrivalPolls;
    private long reads;

    /** For a fabric of a seed. */
    public Medium(final long seed, final FabricSettings settings) {
        this.settings = settings;
        this.random = new FabricRandom(seed, settings.moody());
    }

    public FabricSettings settings() {
        return settings;
    }

    public FabricRandom random() {
        return random;
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

    /** Other work in the middle of calls of a cursor's owner. */
    public void interruption(final Consumer<Call> newInterruption) {
        interruption = newInterruption;
    }

    /** The number of requests that a device refused; the caller has to repeat each. */
    public synchronized long refusals() {
        return random.refusals();
    }

    /** The number of polls for arrivals so far. */
    public synchronized long arrivalPolls() {
        return arrivalPolls;
    }

    synchronized void polled() {
        arrivalPolls++;
    }

    /** The number of writes delivered so far. */
    public synchronized long writes() {
        return writes;
    }

    void written() {
        writes++;
    }

    /** The number of history reads that were granted. */
    public synchronized long reads() {
        return reads;
    }

    void hasRead() {
        reads++;
    }

    void interrupt(final Call call) {
        interruption.accept(call);
    }

    /** Records an event in readable form. */
    public synchronized void note(final String what) {
        if (notes.size() == LAST_NOTES) {
            notes.removeFirst();
        }
        notes.addLast(nowNs + ": " + what);
    }

    /** The last events. */
    public synchronized List<String> notes() {
        return List.copyOf(notes);
    }
}
