package io.verbus.internal.os;

import java.lang.foreign.MemorySegment;

/** The JVM's permission for native calls. */
public final class NativeAccess {
    private NativeAccess() {
    }

    /** Whether a native call of this module throws. If the JVM only warns, it prints its warning now. */
    @SuppressWarnings("restricted")
    public static boolean isDenied() {
        try {
            MemorySegment.NULL.reinterpret(0); // restricted, but without effect
            return false;
        } catch (final IllegalCallerException e) {
            return true;
        }
    }
}
