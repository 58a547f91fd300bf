/** The conductor alone, without peers of the bus: {@code ./bus perf --only conductor}. */
package io.verbus.latency.inspect;
