/**
 * Explores what a weakly ordered machine may do with the words that processes of the bus share: the classes of the bus
 * run as they are, in a simulated memory and under interleavings that follow from a seed.
 */
package io.verbus.testkit.memory;
