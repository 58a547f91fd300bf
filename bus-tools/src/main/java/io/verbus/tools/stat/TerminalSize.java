package io.verbus.tools.stat;

/**
 * The size of a terminal.
 *
 * @param lines of text
 * @param columns of characters
 */
record TerminalSize(int lines, int columns) {
    /** The size of a terminal that does not report its own, and the width of tables that go elsewhere. */
    static final TerminalSize USUAL = new TerminalSize(24, 80);
}
