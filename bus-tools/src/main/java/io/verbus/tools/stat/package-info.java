/** {@code ./bus stat}: the state of the publications and subscriptions of this host, read from their files. */
package io.verbus.tools.stat;
