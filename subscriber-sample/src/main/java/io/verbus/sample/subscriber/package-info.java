/** The book sample: reads normalised market data from a stream and keeps, shows and reports order books. */
package io.verbus.sample.subscriber;
