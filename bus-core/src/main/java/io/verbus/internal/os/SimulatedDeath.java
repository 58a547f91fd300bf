package io.verbus.internal.os;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Simulates the kernel at the death of a process: its locks are released, its files remain unchanged. For simulations,
 * which run several processes in one JVM. The owner of a lock provides its death when its class is initialized, so the
 * death is not a member of a public class. Thread-safe.
 */
public final class SimulatedDeath {
    private static final Map<Class<?>, Consumer<Object>> DEATHS = new ConcurrentHashMap<>();

    private SimulatedDeath() {
    }

    /** Called once, by the initializer of the owner's class. */
    public static <T> void provide(final Class<T> owner, final Consumer<T> death) {
        DEATHS.put(owner, one -> death.accept(owner.cast(one)));
    }

    /** Releases the locks of a bus or a recorder, which must not be used afterwards, except to close it at the end. */
    public static void of(final Object owner) {
        DEATHS.get(owner.getClass()).accept(owner);
    }
}
