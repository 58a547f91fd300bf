/** TLS on a connection. */
package io.verbus.tcp.tls;
