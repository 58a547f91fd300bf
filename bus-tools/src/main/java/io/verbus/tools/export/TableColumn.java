package io.verbus.tools.export;

import java.util.List;

/**
 * A column of a table. Every column can be null.
 *
 * @param name unique in its table, also without regard to case
 * @param type of its values
 * @param scale of a decimal: digits after the point, from 0; else 0
 * @param codes all texts that a code can be, each once; else empty
 */
public record TableColumn(String name, ColumnType type, int scale, List<String> codes) {
    /**
     * A column of a type that needs nothing else.
     *
     * @param name of the column
     * @param type neither decimal nor code
     * @return the column
     */
    public static TableColumn of(final String name, final ColumnType type) {
        return new TableColumn(name, type, 0, List.of());
    }

    /**
     * A column of decimals.
     *
     * @param name of the column
     * @param scale digits after the point, from 0
     * @return the column
     */
    public static TableColumn decimal(final String name, final int scale) {
        return new TableColumn(name, ColumnType.DECIMAL, scale, List.of());
    }

    static TableColumn code(final String name, final List<String> codes) {
        return new TableColumn(name, ColumnType.CODE, 0, codes);
    }
}
