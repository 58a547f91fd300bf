/** Processes at a rate, one of them paused: its losses, and its effect on the others. */
package io.verbus.testkit.pause;
