package io.verbus.tools.export;

import java.util.List;

/**
 * The columns of a table.
 *
 * @param name unique in an export, also without regard to case
 * @param columns in their order
 */
public record TableLayout(String name, List<TableColumn> columns) {}
