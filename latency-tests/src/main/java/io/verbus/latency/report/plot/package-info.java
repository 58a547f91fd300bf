/** Plots as SVG: axes, bars, and lines with names at their ends and marks that differ without colour. */
package io.verbus.latency.report.plot;
