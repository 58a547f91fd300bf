package io.verbus.tools.export;

/** A decimal has more digits than the narrow columns of a sink: the export is repeated with wide ones. */
public final class WideDecimalException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Creates an exception without a stack trace. */
    public WideDecimalException() {
        super("a decimal has more than 18 digits", null, false, false);
    }
}
