package io.verbus.journal;

import java.nio.file.Path;

/**
 * Bytes that were not whole when a journal was opened again. They are no longer part of it.
 *
 * @param file that contains them
 * @param position offset in the file, after the last whole record
 * @param sequence next sequence at this position
 * @param bytes from the position to the last one that is not 0; they remain in the file
 * @param cause one message for a person
 */
public record TornTail(Path file, long position, long sequence, long bytes, String cause) {}
