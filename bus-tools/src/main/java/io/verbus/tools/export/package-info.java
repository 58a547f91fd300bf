/** {@code ./bus journal export} and {@code ./bus sql}: the messages of a journal as tables. */
package io.verbus.tools.export;
