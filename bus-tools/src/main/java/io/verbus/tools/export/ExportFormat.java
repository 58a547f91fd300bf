package io.verbus.tools.export;

/** The files of an export. */
enum ExportFormat {
    /** Comma-separated values. */
    CSV,
    /** Apache Parquet. */
    PARQUET,
    /** A capture for Wireshark, with its dissector. */
    PCAP,
    /** A file of documents of Chronicle Wire. */
    WIRE,
    /** A queue of Chronicle Queue. */
    QUEUE
}
