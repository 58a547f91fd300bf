/** Single calls under JMH: {@code ./bus bench}. What they cost between two processes is for {@code ./bus perf}. */
package io.verbus.latency.bench;
