/** Buses of several hosts at full load, in one process. */
package io.verbus.rdma.support.load;
