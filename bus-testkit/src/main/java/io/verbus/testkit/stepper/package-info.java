/** Seeded histories of a bus under virtual time: publishers, readers and conductors, crashes and stalls, one oracle. */
package io.verbus.testkit.stepper;
