/** The counters and errors of a process, in shared memory that any tool may read. */
package io.verbus.counters;
