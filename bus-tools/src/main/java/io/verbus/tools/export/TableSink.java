package io.verbus.tools.export;

/** Receives tables. Used by one thread. A failure is a {@link io.verbus.BusException}. */
public interface TableSink extends AutoCloseable {
    /**
     * Begins a table.
     *
     * @param table its name is new
     * @return the writer of its rows, valid until {@link #finish()}
     */
    RowWriter begin(TableLayout table);

    /** Completes all tables: after it, their files are whole. */
    void finish();

    /** Releases all resources. */
    @Override
    void close();
}
