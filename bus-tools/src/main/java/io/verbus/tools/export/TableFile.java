package io.verbus.tools.export;

import java.nio.file.Path;
import java.util.List;

/**
 * A table in one file, which gets its name when it is complete. The rows are written as CSV; a file with a name that
 * ends with {@code .parquet} is made of them at the end, by DuckDB. Used by one thread.
 */
public final class TableFile implements AutoCloseable {
    private static final String PARQUET = ".parquet";

    private final Path target;
    private final PartialFolder folder;
    private final Path csv;
    private final CsvRows rows;

    /**
     * Creates the file, without rows.
     *
     * @param target name of the complete file
     * @param columns of the table; scales are not used yet
     * @throws io.verbus.BusException as {@link #check}, or if it cannot be created
     */
    public TableFile(final Path target, final List<TableColumn> columns) {
        check(target);
        this.target = target;
        folder = new PartialFolder(target);
        csv = folder.path().resolve("rows.csv");
        rows = new CsvRows(csv, columns);
    }

    /**
     * Checks that a file can be created. Changes nothing.
     *
     * @param target name of the complete file
     * @throws io.verbus.BusException if it exists, or is in no folder, or is a Parquet file and DuckDB is not here
     */
    public static void check(final Path target) {
        PartialFolder.check(target);
        if (isParquet(target)) {
            TableStore.provider();
        }
    }

    private static boolean isParquet(final Path target) {
        return target.getFileName().toString().endsWith(PARQUET);
    }

    /** {@return the writer of the rows, valid until the file is complete or closed} */
    public RowWriter rows() {
        return rows;
    }

    /**
     * Completes the file, and gives it its name.
     *
     * @param columns of the table, with the scales of its decimals
     * @param wide whether a decimal has more than 18 digits in its scale
     * @throws io.verbus.BusException if the file cannot be written
     */
    public void complete(final List<TableColumn> columns, final boolean wide) {
        rows.finish();
        if (isParquet(target)) {
            final Path parquet = folder.path().resolve("rows" + PARQUET);
            try (TableStore store = TableStore.provider().open(folder.folder("temporary"), wide)) {
                store.writeParquet(csv, columns, parquet);
            }
            folder.complete(parquet);
        } else {
            folder.complete(csv);
        }
    }

    /** Removes all of it unless it is complete. */
    @Override
    public void close() {
        rows.close();
        folder.close();
    }
}
