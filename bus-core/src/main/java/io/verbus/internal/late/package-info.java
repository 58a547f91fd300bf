/** Late messages of subscriptions that record latencies, and why they were late. */
package io.verbus.internal.late;
