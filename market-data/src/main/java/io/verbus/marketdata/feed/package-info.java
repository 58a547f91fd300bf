/** Publishes a session of a file or of the network on a stream, normalised to SBE. */
package io.verbus.marketdata.feed;
