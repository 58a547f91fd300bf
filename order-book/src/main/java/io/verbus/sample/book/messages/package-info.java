/** Reads the normalised messages that change order books; knows nothing of the bus that carries them. */
package io.verbus.sample.book.messages;
