/** What two ends say to each other before the first write: messages of fixed layouts, and how each is proven. */
package io.verbus.rdma.handshake;
