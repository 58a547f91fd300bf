/** Measures the rate and the latency of messages. */
package io.verbus.sample.subscriber.measure;
