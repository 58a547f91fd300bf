package io.verbus.rdma.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** Control of native/double, which stands in for the RDMA libraries of this process; see its control.h. */
@SuppressWarnings("restricted")
public final class VerbsDouble {
    private static final MethodHandle CONTROL = find();

    private VerbsDouble() {
    }

    /** Whether the RDMA libraries of this process are the double. */
    public static boolean isHere() {
        return CONTROL != null;
    }

    /** Carries out a command; returns its result, which is not negative. */
    public static long control(final String command) {
        try (Arena arena = Arena.ofConfined()) {
            final long result = (long) CONTROL.invokeExact(arena.allocateFrom(command));
            if (result < 0) {
                throw new IllegalArgumentException(command + ": " + result);
            }
            return result;
        } catch (final RuntimeException e) {
            throw e;
        } catch (final Throwable t) {
            throw new IllegalStateException(t);
        }
    }

    /** Number of live objects of a kind, or of events. */
    public static long count(final String kind) {
        return control("count " + kind);
    }

    private static MethodHandle find() {
        try {
            return SymbolLookup.libraryLookup("libibverbs.so.1", Arena.global()).find("double_control")
                    .map(symbol -> Linker.nativeLinker().downcallHandle(symbol,
                            FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.ADDRESS)))
                    .orElse(null);
        } catch (final IllegalArgumentException e) {
            return null; // no library at all
        }
    }
}
