/** The order gateway of a market: takes the requests of all seats, runs the matching engine, publishes reports. */
package io.verbus.orders.gateway;
