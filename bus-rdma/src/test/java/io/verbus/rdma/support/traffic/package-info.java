/** Two buses' transports, watched from outside: when does nothing move any more? */
package io.verbus.rdma.support.traffic;
