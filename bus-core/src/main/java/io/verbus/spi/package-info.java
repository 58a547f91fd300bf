/** The interface between the bus and the transports that carry logs to images on other hosts. */
package io.verbus.spi;
