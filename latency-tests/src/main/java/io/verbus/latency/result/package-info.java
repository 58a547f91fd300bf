/** What a measurement comes to: a series for each round of each subject, with all that it depends on; as JSON. */
package io.verbus.latency.result;
