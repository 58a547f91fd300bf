package io.verbus.testkit.memory;

/** The ordering of an access. Opaque accesses are {@link #RELAXED} too: coherent, without further ordering. */
enum Order {
    RELAXED, ACQUIRE, RELEASE, VOLATILE
}
