/** Statistics over rounds: medians, and ratios of figures of one round and one placement of the cores. */
package io.verbus.latency.report.rounds;
