/** Frames on a connection after the handshake. */
package io.verbus.tcp.frame;
