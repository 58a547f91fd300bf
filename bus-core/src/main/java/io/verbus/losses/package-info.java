/** The loss report: final losses of subscriptions on this host, in shared memory that outlives every process. */
package io.verbus.losses;
