package io.verbus.tools.export;

import org.agrona.DirectBuffer;

/**
 * A column of the fixed fields of a block, and its access.
 *
 * @param column the column
 * @param offset of the field in the block
 * @param size of the field in bytes; 0 if it is constant
 * @param since version of the schema that added it
 * @param reader reads it
 */
record ColumnReader(TableColumn column, int offset, int size, int since, FieldReader reader) {
    /** Reads the field; it is null if it is newer than the message, or after the end of the block. */
    void read(final DirectBuffer buffer, final int block, final int end, final int version, final RowWriter row) {
        if (since > version || block + offset + size > end) {
            row.putNull();
        } else {
            reader.read(buffer, block + offset, row);
        }
    }
}
