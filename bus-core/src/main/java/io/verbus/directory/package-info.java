/** The bus directory: which files there are, who owns them, and what the dead left behind. */
package io.verbus.directory;
