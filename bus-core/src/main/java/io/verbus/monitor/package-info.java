/** What a process counts, the errors it has seen, and the loss report of a host, for tools and for the application. */
package io.verbus.monitor;
