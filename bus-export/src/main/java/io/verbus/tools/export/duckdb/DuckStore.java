package io.verbus.tools.export.duckdb;

import io.verbus.BusException;
import io.verbus.tools.export.ColumnType;
import io.verbus.tools.export.RowWriter;
import io.verbus.tools.export.TableColumn;
import io.verbus.tools.export.TableLayout;
import io.verbus.tools.export.TableSink;
import io.verbus.tools.export.TableStore;
import io.verbus.tools.export.WideDecimalException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.duckdb.DuckDBConnection;

/**
 * A database of DuckDB in memory; tables that do not fit are in its temporary directory. A table of an export has the
 * prefix {@value #STORED}; its view has the name of the export, and texts instead of enumerations.
 */
final class DuckStore implements TableStore {
    private static final String STORED = "stored ";
    private static final String SUFFIX = ".parquet";
    private static final int NARROW = 18;
    private static final int WIDE = 38;
    private static final Set<Integer> NUMBERS = Set.of(Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT,
            Types.FLOAT, Types.DOUBLE, Types.REAL, Types.DECIMAL, Types.NUMERIC);

    private final DuckDBConnection connection;
    private final boolean wide;
    private final Map<List<String>, String> enumerations = new HashMap<>();
    private final List<DuckRows> rows = new ArrayList<>();
    private final List<String> tables = new ArrayList<>();

    /** A statement of the database. */
    @FunctionalInterface
    private interface Action<T> {
        T run(Statement statement) throws SQLException;
    }

    DuckStore(final Path temporary, final boolean wide) {
        this.wide = wide;
        final Properties settings = new Properties();
        settings.setProperty("jdbc_stream_results", "true"); // a result can be larger than the memory
        settings.setProperty("autoinstall_known_extensions", "false"); // nothing is loaded from the network
        settings.setProperty("autoload_known_extensions", "false");
        settings.setProperty("memory_limit", "2GB"); // the bus of this host needs memory too
        settings.setProperty("temp_directory", temporary.toString());
        try {
            connection = DriverManager.getConnection("jdbc:duckdb:", settings).unwrap(DuckDBConnection.class);
            connection.setAutoCommit(false); // else each block of rows is a transaction, which takes twice the time
        } catch (final SQLException e) {
            throw failure(e);
        }
    }

    @Override
    public TableSink sink() {
        return new Sink();
    }

    /** Appends rows to tables of the database. */
    private final class Sink implements TableSink {
        @Override
        public RowWriter begin(final TableLayout table) {
            if (!wide && table.columns().stream().anyMatch(column -> column.scale() > NARROW)) {
                throw new WideDecimalException();
            }
            final String columns = table.columns().stream().map(column -> quoted(column.name()) + " " + type(column))
                    .collect(Collectors.joining(", "));
            execute("create table " + quoted(STORED + table.name()) + " (" + columns + ")");
            final String texts = table.columns().stream()
                    .map(column -> quoted(column.name()) + (column.codes().isEmpty()
                            ? ""
                            : "::varchar as "
                                    + quoted(column.name())))
                    .collect(Collectors.joining(", "));
            execute("create view " + quoted(table.name()) + " as select " + texts + " from "
                    + quoted(STORED + table.name()));
            tables.add(table.name());
            final DuckRows appended = new DuckRows(connection, STORED + table.name(), table.columns(), wide);
            rows.add(appended);
            return appended;
        }

        @Override
        public void finish() {
            close();
            commit();
        }

        @Override
        public void close() {
            rows.forEach(DuckRows::close);
            rows.clear();
        }
    }

    private String type(final TableColumn column) {
        return switch (column.type()) {
            case INT8 -> "tinyint";
            case UINT8 -> "utinyint";
            case INT16 -> "smallint";
            case UINT16 -> "usmallint";
            case INT32 -> "integer";
            case UINT32 -> "uinteger";
            case INT64 -> "bigint";
            case UINT64 -> "ubigint";
            case FLOAT -> "float";
            case DOUBLE -> "double";
            case DECIMAL -> "decimal(" + (wide ? WIDE : NARROW) + ", " + column.scale() + ")";
            case TIMESTAMP -> "timestamp_ns";
            case TEXT -> "varchar";
            case BYTES -> "blob";
            case CODE -> column.codes().isEmpty() ? "varchar" : enumeration(column.codes());
        };
    }

    private String enumeration(final List<String> codes) {
        final String known = enumerations.get(codes);
        if (known != null) {
            return known;
        }
        final String name = quoted("codes " + enumerations.size());
        execute("create type " + name + " as enum ("
                + codes.stream().map(DuckStore::literal).collect(Collectors.joining(", ")) + ")");
        enumerations.put(codes, name);
        return name;
    }

    @Override
    public void writeParquet(final Path folder) {
        for (final String table : tables) {
            copy(quoted(STORED + table), folder.resolve(table + SUFFIX));
            execute("drop view " + quoted(table));
            execute("drop table " + quoted(STORED + table));
        }
        tables.clear();
    }

    @Override
    public void writeParquet(final Path csv, final List<TableColumn> columns, final Path file) {
        final String types = columns.stream()
                .map(column -> literal(column.name()) + ": "
                        + literal(column.type() == ColumnType.TIMESTAMP ? "bigint" : type(column)))
                .collect(Collectors.joining(", "));
        final String values = columns.stream().map(column -> column.type() == ColumnType.TIMESTAMP
                ? "make_timestamp_ns(" + quoted(column.name()) + ") as " + quoted(column.name())
                : quoted(column.name())).collect(Collectors.joining(", "));
        copy("(select " + values + " from read_csv(" + literal(csv.toString()) + ", auto_detect = false,"
                + " header = true, columns = {" + types + "}))", file);
    }

    private void copy(final String table, final Path file) {
        // Version 2 stores the differences of integers: less than half of the bytes, in less time.
        execute("copy " + table + " to " + literal(file.toString())
                + " (format parquet, compression zstd, parquet_version v2)");
    }

    @Override
    public void readParquet(final Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            files.filter(file -> file.toString().endsWith(SUFFIX)).sorted().forEach(file -> {
                final String name = file.getFileName().toString();
                execute("create view " + quoted(name.substring(0, name.length() - SUFFIX.length()))
                        + " as select * from read_parquet(" + literal(file.toString()) + ")");
            });
            commit();
        } catch (final IOException e) {
            throw new BusException("cannot read " + folder + ": " + e, e);
        }
    }

    @Override
    public void query(final String query, final Result result) {
        run(statement -> {
            connection.setAutoCommit(true);
            if (statement.execute(query)) {
                try (ResultSet found = statement.getResultSet()) {
                    print(found, result);
                }
            }
            return null;
        });
    }

    private static void print(final ResultSet found, final Result result) throws SQLException {
        final ResultSetMetaData columns = found.getMetaData();
        final int count = columns.getColumnCount();
        final List<String> names = new ArrayList<>();
        final boolean[] areNumbers = new boolean[count];
        for (int i = 0; i < count; i++) {
            names.add(columns.getColumnName(i + 1));
            areNumbers[i] = NUMBERS.contains(columns.getColumnType(i + 1))
                    || columns.getColumnTypeName(i + 1).matches("U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DECIMAL.*");
        }
        result.begin(names, areNumbers);
        boolean isWanted = true;
        while (isWanted && found.next()) {
            final String[] values = new String[count];
            for (int i = 0; i < count; i++) {
                values[i] = found.getObject(i + 1) instanceof BigDecimal decimal
                        ? decimal.toPlainString()
                        : found.getString(i + 1);
            }
            isWanted = result.row(values);
        }
    }

    @Override
    public void close() {
        try {
            connection.close(); // rows that were not finished are not needed
        } catch (final SQLException e) {
            throw failure(e);
        }
    }

    private void commit() {
        try {
            connection.commit();
        } catch (final SQLException e) {
            throw failure(e);
        }
    }

    private void execute(final String sql) {
        run(statement -> statement.execute(sql));
    }

    private <T> T run(final Action<T> action) {
        try (Statement statement = connection.createStatement()) {
            return action.run(statement);
        } catch (final SQLException e) {
            throw failure(e);
        }
    }

    /** The error in one line, without the excerpt of the query. */
    static BusException failure(final SQLException e) {
        final String message = String.valueOf(e.getMessage()).split("\\R\\R?LINE ")[0]
                .replaceFirst("(?s).*pending query result\\s+Error: ", "");
        return new BusException("DuckDB: " + message.strip().replaceAll("\\s*\\R\\s*", " "), e);
    }

    static String quoted(final String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    private static String literal(final String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
