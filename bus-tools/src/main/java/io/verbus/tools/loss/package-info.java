/** {@code ./bus loss}: the losses of subscriptions on this host. */
package io.verbus.tools.loss;
