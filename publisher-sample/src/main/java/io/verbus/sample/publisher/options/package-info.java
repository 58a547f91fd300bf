/** Values of command-line options: each type parses its own text. */
package io.verbus.sample.publisher.options;
