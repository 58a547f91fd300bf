/**
 * Measures layouts of the log's frame against each other before the format is frozen: the same ring in C and in
 * Java, with Aeron IPC beside them. Each variant is a set of parameters of {@link FrameLayout}.
 */
package io.verbus.latency.frame;
