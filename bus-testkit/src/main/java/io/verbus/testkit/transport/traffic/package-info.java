/** Wrapped transports of two buses, which detect when all traffic has settled. */
package io.verbus.testkit.transport.traffic;
