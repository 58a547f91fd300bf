/**
 * Separate processes for tests in which they are killed, stopped and paused: their actions, their reports, and the
 * comparison of these. The tests are in the modules of the transports.
 */
package io.verbus.testkit.chaos;
