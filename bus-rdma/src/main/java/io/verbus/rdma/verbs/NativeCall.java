package io.verbus.rdma.verbs;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.verbus.BusException;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.nio.ByteOrder;

/**
 * A function of the native library for infrequent calls: it boxes. Frequent ones use {@link #hot handles}. Each returns
 * an int: 0 or more, or a negative errno.
 */
@SuppressWarnings("restricted")
final class NativeCall {
    /** A handle of the native library, which is an address; 0 is none. */
    static final ValueLayout.OfLong HANDLE = JAVA_LONG;
    /** An address, passed as a segment. */
    static final AddressLayout POINTER = ADDRESS;
    /** A 32-bit number. */
    static final ValueLayout.OfInt NUMBER = JAVA_INT;
    /** A 64-bit number. */
    static final ValueLayout.OfLong LONG_NUMBER = JAVA_LONG;

    /** Byte order of the shared structs; all supported platforms have it. */
    static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup LIBRARY = new Loader().load();

    private final MethodHandle handle;

    private NativeCall(final MethodHandle handle) {
        this.handle = handle;
    }

    /** A function by its name. */
    static NativeCall of(final String name, final MemoryLayout... parameters) {
        return new NativeCall(hot(name, parameters).asSpreader(Object[].class, parameters.length)
                .asType(MethodType.methodType(int.class, Object[].class)));
    }

    /** For {@code invokeExact}. */
    static MethodHandle hot(final String name, final MemoryLayout... parameters) {
        return link(name, parameters);
    }

    /** For {@code invokeExact} of a function that returns at once: the garbage collector waits for it. */
    static MethodHandle critical(final String name, final MemoryLayout... parameters) {
        return link(name, parameters, Linker.Option.critical(false));
    }

    int call(final Object... arguments) {
        try {
            return (int) handle.invokeExact(arguments);
        } catch (final Throwable t) {
            throw impossible(t);
        }
    }

    static AssertionError impossible(final Throwable t) {
        if (t instanceof final VirtualMachineError error) { // as from any other code
            throw error;
        }
        return new AssertionError("a downcall handle threw", t);
    }

    private static MethodHandle link(final String name, final MemoryLayout[] parameters,
            final Linker.Option... options) {
        final MemorySegment function = LIBRARY.find(name)
                .orElseThrow(
                        () -> new BusException("no function " + name + " in the native library" + Loader.MISMATCH));
        return LINKER.downcallHandle(function, FunctionDescriptor.of(JAVA_INT, parameters), options);
    }
}
