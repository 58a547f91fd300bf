/** Shared test support of the bus: directories, processes, messages that reveal a tear. Not for production. */
package io.verbus.testkit;
