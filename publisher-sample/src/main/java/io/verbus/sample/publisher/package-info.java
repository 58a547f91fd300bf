/** The feed handler: plays an exchange's session from a file onto a stream, normalised. */
package io.verbus.sample.publisher;
