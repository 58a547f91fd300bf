/** {@code ./bus record}, {@code ./bus journal} and {@code ./bus replay}: record, inspect and replay a stream. */
package io.verbus.tools.journal;
