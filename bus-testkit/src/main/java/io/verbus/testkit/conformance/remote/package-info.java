/** Further requirements for a transport between hosts, one subject per class. */
package io.verbus.testkit.conformance.remote;
