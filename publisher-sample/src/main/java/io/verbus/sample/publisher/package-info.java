/** The feed handler: publishes the ITCH session of a file or a live feed on a stream, normalised to SBE. */
package io.verbus.sample.publisher;
