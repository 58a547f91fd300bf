/** A minimal ring in Java: the lower bound of what a log with the guarantees of the bus costs in this language. */
package io.verbus.latency.subject.ring;
