/** The bus in depth, without its peers: {@code ./bus perf --only}. Each part makes its own tables. */
package io.verbus.latency.inspect;
