package io.verbus.testkit.memory;

/** How an access is ordered. Opaque accesses are {@link #RELAXED} too: coherent, and nothing more. */
enum Order {
    RELAXED, ACQUIRE, RELEASE, VOLATILE
}
