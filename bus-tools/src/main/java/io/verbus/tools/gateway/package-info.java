/** {@code ./bus gateway}: runs the order gateway of a market. */
package io.verbus.tools.gateway;
