package io.verbus.tools.export;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes each table as a file TABLE.csv. */
final class CsvTables implements TableSink {
    private final Path folder;
    private final List<CsvRows> files = new ArrayList<>();

    CsvTables(final Path folder) {
        this.folder = folder;
    }

    @Override
    public RowWriter begin(final TableLayout table) {
        final CsvRows rows = new CsvRows(folder.resolve(table.name() + ".csv"), table.columns());
        files.add(rows);
        return rows;
    }

    @Override
    public void finish() {
        files.forEach(CsvRows::finish);
    }

    @Override
    public void close() {
        files.forEach(CsvRows::close);
    }
}
