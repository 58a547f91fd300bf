/** The elements of report pages: escaped markup, the frame of the page, tables, lists of facts. */
package io.verbus.latency.report.html;
