/** The public API of the bus: publish SBE messages on a stream, subscribe to a stream, on one host or across hosts. */
package io.verbus;
