/** The seam of the conformance suite: two connected buses, whatever connects them, and a peer that lies. */
package io.verbus.testkit.transport;
