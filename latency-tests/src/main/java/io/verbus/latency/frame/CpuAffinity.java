package io.verbus.latency.frame;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Pins the calling thread, and only it: the compiler's and collector's threads go where there is room. */
final class CpuAffinity {
    private CpuAffinity() {}

    @SuppressWarnings("restricted")
    static void pinTo(final int cpu) {
        final Linker linker = Linker.nativeLinker();
        final var setAffinity = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("sched_setaffinity"),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS));
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment mask = arena.allocate(128, Long.BYTES);
            mask.set(ValueLayout.JAVA_LONG, 0, 1L << cpu);
            if ((int) setAffinity.invokeExact(0, mask.byteSize(), mask) != 0) {
                throw new IllegalStateException("CPUs 0 and 1 are needed");
            }
        } catch (final RuntimeException e) {
            throw e;
        } catch (final Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
