/** What tests of the bus have in common: directories, processes, messages that show a tear. Not for production. */
package io.verbus.testkit;
