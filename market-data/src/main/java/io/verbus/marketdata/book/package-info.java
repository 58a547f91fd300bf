/** Full-depth order books, kept from normalised messages; independent of the bus. */
package io.verbus.marketdata.book;
