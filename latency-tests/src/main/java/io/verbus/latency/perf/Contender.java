package io.verbus.latency.perf;

import java.util.function.Supplier;

/**
 * What is measured beside others.
 *
 * @param <T> a result
 * @param name for people
 * @param measure one measurement; when it returns, nothing of it runs any more
 */
record Contender<T>(String name, Supplier<T> measure) {}
