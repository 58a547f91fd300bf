/** Relays: a host serves the sessions of a stream of another host again. */
package io.verbus.relay;
