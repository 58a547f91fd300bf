/** Disruptor: two threads of one process. The difference to the others is the cost of separate processes. */
package io.verbus.latency.subject.disruptor;
