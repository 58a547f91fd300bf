/** Connections of the TCP transport, from the address to the first frame. */
package io.verbus.tcp.connection;
