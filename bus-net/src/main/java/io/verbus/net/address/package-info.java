/** Parameters of addresses, and the secret that both sides of a connection share. */
package io.verbus.net.address;
