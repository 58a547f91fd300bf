package io.verbus.tools.export;

/** How the result of a query is printed. */
enum ResultFormat {
    /** Columns with spaces, for a person. */
    TEXT,
    /** Comma-separated values. */
    CSV,
    /** One JSON object per line. */
    JSON
}
