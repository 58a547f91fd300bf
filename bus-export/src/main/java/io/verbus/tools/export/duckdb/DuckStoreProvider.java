package io.verbus.tools.export.duckdb;

import io.verbus.tools.export.TableStore;
import java.nio.file.Path;

/** Opens databases of DuckDB in memory; found by {@link java.util.ServiceLoader}. */
public final class DuckStoreProvider implements TableStore.Provider {
    /** Creates the provider. */
    public DuckStoreProvider() {
    }

    @Override
    public TableStore open(final Path temporary, final boolean wide) {
        return new DuckStore(temporary, wide);
    }
}
