/** Thin, sealed binding of RDMA verbs and the connection manager: the only package of this module with native calls. */
package io.verbus.rdma.verbs;
