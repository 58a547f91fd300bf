/** Messages by which a subscription and a publication on two hosts agree on a start, and their proof by a secret. */
package io.verbus.net.handshake;
