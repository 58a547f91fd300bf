package io.verbus.tools.export;

import io.verbus.BusException;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;

/**
 * A database in this process: it writes Parquet, and answers queries. Used by one thread. A failure is a {@link
 * BusException}. The implementation is in a module that is on the class path only if it is needed.
 */
public interface TableStore extends AutoCloseable {
    /** Where a store may place its temporary data, and the size of its decimals. */
    interface Provider {
        /**
         * Opens an empty store.
         *
         * @param temporary directory for data that do not fit into memory; exists
         * @param wide whether decimals have 38 digits; else 18, and more are a {@link WideDecimalException}
         * @return the store
         */
        TableStore open(Path temporary, boolean wide);
    }

    /** Receives the result of a query. */
    interface Result {
        /**
         * Begins the result.
         *
         * @param names of the columns
         * @param areNumbers whether a column has numbers
         */
        void begin(List<String> names, boolean[] areNumbers);

        /**
         * Receives a row.
         *
         * @param values as texts; null for null
         * @return whether more rows are wanted
         */
        boolean row(String[] values);
    }

    /**
     * The tables of this store.
     *
     * @return a sink; after its {@link TableSink#finish()} queries can read them
     */
    TableSink sink();

    /**
     * Writes all tables as Parquet files.
     *
     * @param folder of the files TABLE.parquet; exists
     */
    void writeParquet(Path folder);

    /**
     * Writes a CSV file as a Parquet file.
     *
     * @param csv as this package writes it
     * @param columns of the file
     * @param file to write
     */
    void writeParquet(Path csv, List<TableColumn> columns, Path file);

    /**
     * Adds the Parquet files of a folder as tables.
     *
     * @param folder with files TABLE.parquet
     */
    void readParquet(Path folder);

    /**
     * Runs a query.
     *
     * @param query in SQL; one statement or several, of which the last one has the result
     * @param result receives its rows
     */
    void query(String query, Result result);

    /** Releases all resources. */
    @Override
    void close();

    /**
     * Finds the implementation.
     *
     * @return the provider
     * @throws BusException if it is not on the class path
     */
    static Provider provider() {
        return ServiceLoader.load(Provider.class).findFirst().orElseThrow(() -> new BusException(
                "Parquet and SQL need the module bus-export with DuckDB, which is not here: ./bus builds it in the"
                        + " source tree; beside an unpacked archive unpack verbus-VERSION-export.tar.gz into the same"
                        + " folder; journal export --format csv works without it"));
    }
}
