/** The book sample: keeps order books from the normalised market data of a stream, and prints and reports them. */
package io.verbus.sample.subscriber;
