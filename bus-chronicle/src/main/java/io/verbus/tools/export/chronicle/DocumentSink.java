package io.verbus.tools.export.chronicle;

import io.verbus.tools.export.RowWriter;
import io.verbus.tools.export.TableLayout;
import io.verbus.tools.export.TableSink;

/** Writes the rows of all tables as documents, in the order of the journal. */
final class DocumentSink implements TableSink {
    private final Documents documents;
    private final boolean isText;

    DocumentSink(final Documents documents, final boolean isText) {
        this.documents = documents;
        this.isText = isText;
    }

    @Override
    public RowWriter begin(final TableLayout table) {
        return new DocumentRows(table, documents, isText);
    }

    @Override
    public void finish() {
        documents.finish();
    }

    @Override
    public void close() {
        documents.close();
    }
}
