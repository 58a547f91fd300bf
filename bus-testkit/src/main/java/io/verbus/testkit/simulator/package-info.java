/**
 * Histories from seeds of all that a stream consists of: publishers, subscriptions, a recorder that serves, on several
 * hosts, over a fabric and on a disk that have accidents. Everybody can die at any step, and come back.
 */
package io.verbus.testkit.simulator;
