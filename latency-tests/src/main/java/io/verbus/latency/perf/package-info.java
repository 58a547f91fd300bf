/** The measurement behind {@code ./bus perf}: what is compared runs in turns, in the same minutes on one machine. */
package io.verbus.latency.perf;
