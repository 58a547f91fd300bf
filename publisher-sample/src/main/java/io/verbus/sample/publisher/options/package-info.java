/** Values of the command line's options: each type reads its own text. */
package io.verbus.sample.publisher.options;
