package io.verbus.conductor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The readers with gating positions. The conductor changes them while the publisher's thread reads them, and
 * unmaps none that it may be reading.
 */
final class WaitedFor {
    private static final Held[] NONE = {};
    private static final VarHandle LOOKING;

    static {
        try {
            LOOKING = MethodHandles.lookup().findVarHandle(WaitedFor.class, "looking", boolean.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Removed readers that the publisher's thread may still read. */
    private final List<Reader> retired = new ArrayList<>();
    /** Replaced, never modified. */
    private volatile Held[] held = NONE;
    /** Whether the publisher's thread uses an array from {@link #held}. */
    private boolean looking;

    /** The lowest gating position; by the publisher's thread. */
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
     * Attributes a refused claim to the readers that cause it; by the publisher's thread.
     *
     * @param awaited position that readers must reach
     * @param isFirst whether the claim was not refused before
     * @param additionalNs time since its last refusal
     */
    void attributeRefusal(final long awaited, final boolean isFirst, final long additionalNs) {
        LOOKING.setVolatile(this, true);
        for (final Held one : held) {
            if (one.position() < awaited) {
                one.reader().holdUp().record(isFirst, additionalNs);
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
        assert !contains(reader) : "added twice";
        final Held[] more = Arrays.copyOf(held, held.length + 1);
        more[held.length] = reader.hold();
        held = more;
    }

    void remove(final Reader reader) {
        held = Arrays.stream(held).filter(one -> one.reader() != reader).toArray(Held[]::new);
    }

    /** Unmaps a reader's positions as soon as the publisher's thread cannot be reading them. */
    void retire(final Reader reader) {
        assert !contains(reader) : "still blocking";
        retired.add(reader);
    }

    /**
     * The publisher may use the previous array; once it is seen outside {@link #lowest()}, it can only get the new one.
     */
    void unmapRetired() {
        if (!retired.isEmpty() && !(boolean) LOOKING.getVolatile(this)) {
            retired.forEach(Reader::close);
            retired.clear();
        }
    }

    /** Unmaps all positions, after the last call of the publisher's thread. */
    void close() {
        held = NONE;
        retired.forEach(Reader::close);
        retired.clear();
    }
}
