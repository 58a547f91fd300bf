/** RDMA verbs and the connection manager, a thin and sealed binding: this module's only package with native calls. */
package io.verbus.rdma.verbs;
