/** The TCP transport of the bus: it carries logs to images over the sockets of the kernel. */
package io.verbus.tcp;
