/** One connection and what belongs to it: queue pair, requests, a little memory, an end with a cause. */
package io.verbus.rdma.epoch;
