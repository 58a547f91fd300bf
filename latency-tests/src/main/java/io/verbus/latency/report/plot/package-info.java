/** Plots as SVG: axes, lines that are told apart without colour and named where they end, bars. */
package io.verbus.latency.report.plot;
