/** The measurement behind {@code ./bus perf}: what is compared takes turns, in the same minutes on the same machine. */
package io.verbus.latency.perf;
