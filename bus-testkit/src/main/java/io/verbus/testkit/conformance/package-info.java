/**
 * The requirements for every transport, one subject per class: a transport's own test lists them and provides the
 * connection.
 */
package io.verbus.testkit.conformance;
