/** Publishes snapshots of the books periodically, for late subscribers. */
package io.verbus.marketdata.snapshot;
