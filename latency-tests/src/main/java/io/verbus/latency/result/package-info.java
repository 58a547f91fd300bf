/** What a measurement comes to: one series for each round of each subject, with all that the figures depend on; as JSON. */
package io.verbus.latency.result;
