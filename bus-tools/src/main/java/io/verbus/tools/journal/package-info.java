/** {@code ./bus record}, {@code ./bus journal} and {@code ./bus replay}: a stream on disk, and back. */
package io.verbus.tools.journal;
