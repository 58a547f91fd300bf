/** Disruptor: two threads of one process; what it has not to do is what messages between processes cost. */
package io.verbus.latency.subject.disruptor;
