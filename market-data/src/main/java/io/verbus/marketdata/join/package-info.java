/** Joins a running stream: holds live messages, loads a snapshot, and continues with the messages after it. */
package io.verbus.marketdata.join;
