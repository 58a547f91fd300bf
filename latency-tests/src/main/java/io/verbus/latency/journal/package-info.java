/** The cost of recorders and late subscribers for the publisher of a stream, and whether they keep up. */
package io.verbus.latency.journal;
