/** Chronicle Queue: messages appended to files that both processes map. */
package io.verbus.latency.subject.chronicle;
