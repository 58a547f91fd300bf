package io.verbus.testkit.chaos;

/** A resource that a process or the host runs out of, before the other faults of a round. */
enum ResourceFault {
    NONE,
    /** The feed can open no file. */
    DESCRIPTORS_OF_FEED,
    /** A reader can open no file. */
    DESCRIPTORS_OF_READER,
    /** A reader exhausts its heap. */
    HEAP,
    /** A reader starts while shared memory is full. */
    SHARED_MEMORY,
    /** Writes and syncs of the recorder fail with EIO. */
    DISK
}
