/** Processes at a rate, of which one is paused: what becomes of it, and of the others meanwhile. */
package io.verbus.testkit.pause;
