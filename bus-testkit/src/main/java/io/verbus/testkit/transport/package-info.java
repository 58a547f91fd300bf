/** The seam of the conformance suite: two buses, connected by any transport, and a peer that forges words. */
package io.verbus.testkit.transport;
