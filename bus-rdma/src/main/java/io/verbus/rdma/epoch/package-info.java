/** One connection and its resources: queue pair, send queue, small buffers, and an end with a cause. */
package io.verbus.rdma.epoch;
