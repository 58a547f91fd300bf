package io.verbus.journal;

import java.nio.file.Path;

/**
 * What was not whole when a journal was opened again, and is no part of it any more.
 *
 * @param file that it was in
 * @param position offset in the file, behind the last whole record
 * @param sequence that comes next there
 * @param bytes behind the position, up to the last that is not 0; they are left where they are
 * @param cause in words: one sentence for a person
 */
public record Cut(Path file, long position, long sequence, long bytes, String cause) {}
