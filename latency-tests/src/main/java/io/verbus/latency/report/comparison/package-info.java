/** The report of ./bus perf: a page, a plot and a table that compare the subjects of a run. */
package io.verbus.latency.report.comparison;
