package io.verbus.internal.publisher;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The readers with gating positions. The conductor changes them while the publisher's thread reads them, and
 * unmaps none that it may be reading.
 */
final class BlockingReaders {
    private static final BlockingReader[] NONE = {};
    private static final VarHandle LOOKING;

    static {
        try {
            LOOKING = MethodHandles.lookup().findVarHandle(BlockingReaders.class, "looking", boolean.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Removed readers that the publisher's thread may still read. */
    private final List<LocalReader> retired = new ArrayList<>();
    /** Replaced, never modified. */
    private volatile BlockingReader[] held = NONE;
    /** Whether the publisher's thread uses an array from {@link #held}. */
    private boolean looking;

    /** The lowest gating position; by the publisher's thread. */
    long lowest() {
        LOOKING.setVolatile(this, true);
        long lowest = Long.MAX_VALUE;
        for (final BlockingReader one : held) {
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
        for (final BlockingReader one : held) {
            if (one.position() < awaited) {
                one.reader().backPressure().record(isFirst, additionalNs);
            }
        }
        LOOKING.setRelease(this, false);
    }

    boolean contains(final LocalReader reader) {
        for (final BlockingReader one : held) {
            if (one.reader() == reader) {
                return true;
            }
        }
        return false;
    }

    void add(final LocalReader reader) {
        assert !contains(reader) : "added twice";
        final BlockingReader[] more = Arrays.copyOf(held, held.length + 1);
        more[held.length] = reader.hold();
        held = more;
    }

    void remove(final LocalReader reader) {
        held = Arrays.stream(held).filter(one -> one.reader() != reader).toArray(BlockingReader[]::new);
    }

    /** Unmaps a reader's positions as soon as the publisher's thread cannot be reading them. */
    void retire(final LocalReader reader) {
        assert !contains(reader) : "still blocking";
        retired.add(reader);
    }

    /**
     * The publisher may use the previous array; once it is seen outside {@link #lowest()}, it can only get the new one.
     */
    void unmapRetired() {
        if (!retired.isEmpty() && !(boolean) LOOKING.getVolatile(this)) {
            retired.forEach(LocalReader::close);
            retired.clear();
        }
    }

    /** Unmaps all positions, after the last call of the publisher's thread. */
    void close() {
        held = NONE;
        retired.forEach(LocalReader::close);
        retired.clear();
    }
}
