/**
 * Seeded histories of all parts of a stream: publishers, subscriptions, and a recorder that serves, on several hosts,
 * over a fabric and on a disk with faults. Each process can die at any step, and restart.
 */
package io.verbus.testkit.simulator;
