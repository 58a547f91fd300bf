/** The seat's end: establishes a seat at a gateway, numbers its messages, takes each report once. */
package io.verbus.orders.seat;
