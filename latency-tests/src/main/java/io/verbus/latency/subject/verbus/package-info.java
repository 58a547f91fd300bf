/** The bus itself, in shared memory and over RDMA. */
package io.verbus.latency.subject.verbus;
