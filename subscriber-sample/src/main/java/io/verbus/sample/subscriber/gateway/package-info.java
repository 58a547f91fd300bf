/** {@code ./bus gateway}: the order gateway of a market, which takes requests of seats and runs the matching engine. */
package io.verbus.sample.subscriber.gateway;
