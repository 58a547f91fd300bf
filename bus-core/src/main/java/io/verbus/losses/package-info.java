/** The loss report: what subscriptions on this host missed for good, in shared memory that outlives all of them. */
package io.verbus.losses;
