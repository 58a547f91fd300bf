/** What an address of the RDMA transport says: where, over which device, how much at once, and the secret. */
package io.verbus.rdma.address;
