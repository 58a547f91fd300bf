/** Publishes what books have come to, again and again, for those who join too late to see how. */
package io.verbus.sample.publisher.snapshot;
