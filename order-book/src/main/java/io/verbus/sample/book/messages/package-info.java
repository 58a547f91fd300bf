/** Reads the normalised messages that change order books; independent of the bus. */
package io.verbus.sample.book.messages;
