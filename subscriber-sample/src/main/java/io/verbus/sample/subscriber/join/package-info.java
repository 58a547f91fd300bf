/** Joins a stream too late for its history: holds what is live, takes a snapshot, goes on behind it. */
package io.verbus.sample.subscriber.join;
