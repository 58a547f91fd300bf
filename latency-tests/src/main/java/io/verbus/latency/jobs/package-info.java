/** What the processes of {@code ./bus perf} do: each publishes or polls on one thread, as a user of the bus would. */
package io.verbus.latency.jobs;
