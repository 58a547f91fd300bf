/** Aeron: IPC through shared memory, and UDP; each with a media driver in a process of its own. */
package io.verbus.latency.subject.aeron;
