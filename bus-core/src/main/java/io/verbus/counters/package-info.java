/** What a process counts, and the errors it has seen, in shared memory that any tool may read. */
package io.verbus.counters;
