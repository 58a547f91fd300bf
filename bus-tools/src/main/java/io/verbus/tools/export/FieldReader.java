package io.verbus.tools.export;

import org.agrona.DirectBuffer;

/** Reads a field and writes it as the next value of a row. */
@FunctionalInterface
interface FieldReader {
    /** Reads the field at an index of a buffer, which contains all of it. */
    void read(DirectBuffer buffer, int index, RowWriter row);
}
