/** Measures subjects in turns at the same task, and compares them. */
package io.verbus.latency.compare;
