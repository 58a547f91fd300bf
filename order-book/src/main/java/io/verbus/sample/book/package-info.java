/** Full-depth order books of every instrument of a stream, kept in a few flat arrays; knows neither the bus nor SBE. */
package io.verbus.sample.book;
