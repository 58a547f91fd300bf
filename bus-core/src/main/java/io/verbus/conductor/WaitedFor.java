package io.verbus.conductor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The readers whose positions hold a publisher back. The conductor changes them while the publisher's thread looks at
 * them, and unmaps none that it may be looking at.
 */
final class WaitedFor {
    private static final Held[] NOBODY = {};
    private static final VarHandle LOOKING;

    static {
        try {
            LOOKING = MethodHandles.lookup().findVarHandle(WaitedFor.class, "looking", boolean.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Let go of, but perhaps still in the publisher's hands. */
    private final List<Reader> retired = new ArrayList<>();
    /** Replaced, never changed. */
    private volatile Held[] held = NOBODY;
    /** Whether the publisher's thread is using an array that it has got from {@link #held}. */
    private boolean looking;

    /** The lowest position that somebody still needs; by the publisher's thread. */
    long lowest() {
        LOOKING.setVolatile(this, true);
        long lowest = Long.MAX_VALUE;
        for (final Held one : held) {
            lowest = Math.min(lowest, one.position());
        }
        LOOKING.setRelease(this, false);
        return lowest;
    }

    /**
     * Notes those who stand in the way of a claim; by the publisher's thread.
     *
     * @param awaited position that they have to reach
     * @param isFirst whether the claim was not refused before
     * @param moreNs since it was refused last
     */
    void noteHoldUps(final long awaited, final boolean isFirst, final long moreNs) {
        LOOKING.setVolatile(this, true);
        for (final Held one : held) {
            if (one.position() < awaited) {
                one.reader().holdUp().note(isFirst, moreNs);
            }
        }
        LOOKING.setRelease(this, false);
    }

    boolean contains(final Reader reader) {
        for (final Held one : held) {
            if (one.reader() == reader) {
                return true;
            }
        }
        return false;
    }

    void add(final Reader reader) {
        assert !contains(reader) : "waited for twice";
        final Held[] more = Arrays.copyOf(held, held.length + 1);
        more[held.length] = reader.hold();
        held = more;
    }

    void remove(final Reader reader) {
        held = Arrays.stream(held).filter(one -> one.reader() != reader).toArray(Held[]::new);
    }

    /** Unmaps a reader's positions as soon as the publisher's thread can't be looking at them. */
    void retire(final Reader reader) {
        assert !contains(reader) : "still waited for";
        retired.add(reader);
    }

    /**
     * The publisher may hold the array of before; once it is seen outside {@link #lowest()} it can only get the new.
     */
    void unmapRetired() {
        if (!retired.isEmpty() && !(boolean) LOOKING.getVolatile(this)) {
            retired.forEach(Reader::close);
            retired.clear();
        }
    }

    /** Unmaps them all; the publisher's thread does not look any more. */
    void close() {
        held = NOBODY;
        retired.forEach(Reader::close);
        retired.clear();
    }
}
