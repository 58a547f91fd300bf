/** How connections come to be: listeners, handshakes step by step, and what belongs to a device. */
package io.verbus.rdma.connection;
