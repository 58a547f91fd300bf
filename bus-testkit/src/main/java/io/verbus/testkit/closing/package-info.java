/** Closing a bus and its parts at random moments while other threads use them. */
package io.verbus.testkit.closing;
