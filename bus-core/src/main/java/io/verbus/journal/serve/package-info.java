/** Serves ranges of a journal to subscribers that request them. */
package io.verbus.journal.serve;
