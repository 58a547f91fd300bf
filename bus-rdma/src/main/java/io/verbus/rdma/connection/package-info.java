/** Connection establishment: listeners, handshakes, and per-device state. */
package io.verbus.rdma.connection;
