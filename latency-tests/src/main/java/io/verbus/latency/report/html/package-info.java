/** What every report page consists of: escaped markup, the frame of the page, tables, lists of facts. */
package io.verbus.latency.report.html;
