/** {@code ./bus loss}: what subscriptions on this host missed for good. */
package io.verbus.tools.loss;
