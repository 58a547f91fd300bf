/** Traffic of an epoch: log bytes in one direction, credit in the other, heartbeats in both. */
package io.verbus.rdma.link;
