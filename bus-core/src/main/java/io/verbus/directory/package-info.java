/** The bus directory: its files, their owners, and the removal of files of dead processes. */
package io.verbus.directory;
