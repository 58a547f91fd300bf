/** {@code ./bus book}: keeps order books of a stream, and prints and reports them. */
package io.verbus.tools.book;
