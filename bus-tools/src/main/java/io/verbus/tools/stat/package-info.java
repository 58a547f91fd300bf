/** {@code ./bus stat}: what the publications and subscriptions of this host do, read from beside them. */
package io.verbus.tools.stat;
