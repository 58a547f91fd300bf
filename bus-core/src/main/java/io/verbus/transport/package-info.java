/** The seam between the bus and what carries logs to images on other hosts. */
package io.verbus.transport;
