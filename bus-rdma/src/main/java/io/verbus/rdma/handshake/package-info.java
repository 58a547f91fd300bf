/** Handshake messages of fixed layout, exchanged before the first write, and their authentication. */
package io.verbus.rdma.handshake;
