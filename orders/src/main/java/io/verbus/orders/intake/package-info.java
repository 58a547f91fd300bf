/** The gateway's end: takes the messages of all seats in order, each once, and appends them to the log of entries. */
package io.verbus.orders.intake;
