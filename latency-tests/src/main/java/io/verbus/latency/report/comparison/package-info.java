/** The report of ./bus perf: subjects side by side, as a page, a plot and a table, from the results of a run. */
package io.verbus.latency.report.comparison;
