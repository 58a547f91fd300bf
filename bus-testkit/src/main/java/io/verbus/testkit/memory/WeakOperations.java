package io.verbus.testkit.memory;

import java.lang.invoke.VarHandle;

/**
 * Operations that the rewritten classes of the bus call instead of fences, and for fields that are volatile or used
 * through handles.
 */
public final class WeakOperations {
    private WeakOperations() {
    }

    /** Instead of VarHandle. */
    public static void fullFence() {
        fence("full fence", true, true, true);
    }

    /** Instead of VarHandle. */
    public static void acquireFence() {
        fence("acquire fence", true, false, false);
    }

    /** Instead of VarHandle. */
    public static void loadLoadFence() {
        fence("load-load fence", true, false, false);
    }

    /** Instead of VarHandle. */
    public static void releaseFence() {
        fence("release fence", false, true, false);
    }

    /** Instead of VarHandle. */
    public static void storeStoreFence() {
        fence("store-store fence", false, true, false);
    }

    /** Instead of a barrier for all threads of the process. */
    public static void processBarrier() {
        final Interleaving interleaving = Interleaving.playing();
        if (interleaving.isOn()) {
            interleaving.processBarrier();
        }
    }

    /** Instead of a load of a volatile field that holds a reference. */
    public static Object get(final Object owner, final String field) {
        return Interleaving.playing().fields().get(owner, field);
    }

    /** Instead of a store to a volatile field that holds a reference. */
    public static void put(final Object owner, final Object value, final String field) {
        Interleaving.playing().fields().put(owner, field, value);
    }

    /** Instead of a load through a handle. */
    public static long longOf(final VarHandle field, final Object owner, final String how) {
        return Interleaving.playing().fields().get(owner, field, order(how));
    }

    /** Instead of a load through a handle. */
    public static boolean booleanOf(final VarHandle field, final Object owner, final String how) {
        return longOf(field, owner, how) != 0;
    }

    /** Instead of a store through a handle. */
    public static void set(final VarHandle field, final Object owner, final long value, final String how) {
        Interleaving.playing().fields().put(owner, field, value, order(how));
    }

    /** Instead of a store through a handle. */
    public static void set(final VarHandle field, final Object owner, final boolean value, final String how) {
        set(field, owner, value ? 1 : 0, how);
    }

    private static Order order(final String how) {
        return switch (how.substring("get".length())) {
            case "Acquire" -> Order.ACQUIRE;
            case "Release" -> Order.RELEASE;
            case "Volatile" -> Order.VOLATILE;
            default -> Order.RELAXED;
        };
    }

    private static void fence(final String kind, final boolean acquires, final boolean releases,
            final boolean orders) {
        final Interleaving interleaving = Interleaving.playing();
        if (interleaving.isOn()) {
            interleaving.fence(kind, acquires, releases, orders);
        }
    }
}
