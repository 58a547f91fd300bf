/** DuckDB as the store of tables: Parquet files and SQL. */
package io.verbus.tools.export.duckdb;
