/**
 * Processes of their own for tests in which they are killed, stopped and paused: what they do, what they say of it, and
 * how that is held together. The tests themselves are where there is a transport to be tested.
 */
package io.verbus.testkit.chaos;
