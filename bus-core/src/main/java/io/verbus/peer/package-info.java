/** The peers of a stream, and the events of their sessions and subscriptions. */
package io.verbus.peer;
