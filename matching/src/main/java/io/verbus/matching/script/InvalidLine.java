package io.verbus.matching.script;

/** The problem of a line, without its number. */
final class InvalidLine extends RuntimeException {
    private static final long serialVersionUID = 1;

    InvalidLine(final String problem, final Form form) {
        super(problem + ": use " + form.text());
    }
}
