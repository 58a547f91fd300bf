/** Documents of Chronicle Wire and Chronicle Queue for {@code journal export}. */
package io.verbus.tools.export.chronicle;
