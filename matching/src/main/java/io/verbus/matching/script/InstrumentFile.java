package io.verbus.matching.script;

import java.util.List;

/** Reads the instruments of a file of another format, named by an {@code instruments} line. */
@FunctionalInterface
public interface InstrumentFile {
    /**
     * Reads all instruments.
     *
     * @param line that names the file, from 1
     * @param file its path, as written
     * @return the instruments, with distinct numbers and symbols
     * @throws ScriptException if it cannot be read, or is not of the format
     */
    List<ListedInstrument> read(long line, String file);
}
