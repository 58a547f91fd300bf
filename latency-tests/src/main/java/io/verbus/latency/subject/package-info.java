/** The compared subjects: each set up as its users would, with the same interface for publishing and polling. */
package io.verbus.latency.subject;
