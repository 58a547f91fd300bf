/**
 * Explores the effects of a weakly ordered machine on the words that processes of the bus share: the unchanged classes
 * of the bus run in a simulated memory, under interleavings that follow from a seed.
 */
package io.verbus.testkit.memory;
