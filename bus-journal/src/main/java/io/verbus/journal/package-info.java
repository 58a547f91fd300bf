/**
 * The journal: a stream recorded on disk, in the frames of the log. One recorder writes it; any number of readers read
 * it, also while it is written.
 */
package io.verbus.journal;
