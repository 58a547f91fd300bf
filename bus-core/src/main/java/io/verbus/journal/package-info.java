/**
 * The journal: a stream recorded on disk, in the frames of the log. Written by one recorder, read by anybody, also
 * while it is written.
 */
package io.verbus.journal;
