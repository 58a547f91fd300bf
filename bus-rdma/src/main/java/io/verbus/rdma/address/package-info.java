/** Addresses of the RDMA transport: peer, device, limits, and the secret. */
package io.verbus.rdma.address;
