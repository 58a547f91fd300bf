/** Documents of Chronicle Wire and Chronicle Queue for {@code journal export} and {@code bridge}. */
package io.verbus.tools.export.chronicle;
