/** The files of a journal: layout, writing, index, recovery, retention, and reading of untrusted bytes. */
package io.verbus.internal.journal;
