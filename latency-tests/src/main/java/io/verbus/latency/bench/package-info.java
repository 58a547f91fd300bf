/** Single calls under JMH: {@code ./bus bench}. {@code ./bus perf} measures between processes. */
package io.verbus.latency.bench;
