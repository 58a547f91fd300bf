/** Full-depth order books of all instruments of a stream, in a few flat arrays; independent of the bus and of SBE. */
package io.verbus.sample.book;
