/** The RDMA transport, found by {@link java.util.ServiceLoader}. */
package io.verbus.rdma;
