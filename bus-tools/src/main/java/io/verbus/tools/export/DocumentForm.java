package io.verbus.tools.export;

/** The form of documents in a file of Chronicle Wire. */
public enum DocumentForm {
    /** YAML; a line with three dots ends a document. */
    TEXT("messages.yaml"),
    /** JSON, one document per line. */
    JSON("messages.jsonl"),
    /** Binary, each document after its length. */
    BINARY("messages.wire");

    private final String file;

    DocumentForm(final String file) {
        this.file = file;
    }

    /** {@return the name of a file in this form} */
    public String file() {
        return file;
    }
}
