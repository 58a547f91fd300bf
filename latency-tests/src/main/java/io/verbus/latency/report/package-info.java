/** Latency reports: percentiles for the terminal, and one self-contained page with plots, from HdrHistogram logs. */
package io.verbus.latency.report;
