package io.verbus.tools.export;

/** The type of a column. */
public enum ColumnType {
    /** Integer of 8 bits. */
    INT8,
    /** Integer of 8 bits without sign. */
    UINT8,
    /** Integer of 16 bits. */
    INT16,
    /** Integer of 16 bits without sign. */
    UINT16,
    /** Integer of 32 bits. */
    INT32,
    /** Integer of 32 bits without sign. */
    UINT32,
    /** Integer of 64 bits. */
    INT64,
    /** Integer of 64 bits without sign. */
    UINT64,
    /** Floating point of 32 bits. */
    FLOAT,
    /** Floating point of 64 bits. */
    DOUBLE,
    /** Decimal number with the scale of the column. */
    DECIMAL,
    /** Nanoseconds UTC since 1970. */
    TIMESTAMP,
    /** Text. */
    TEXT,
    /** Bytes. */
    BYTES,
    /** One of the texts of the column. */
    CODE
}
