/** Both ends of an epoch over a connection. */
package io.verbus.tcp.link;
