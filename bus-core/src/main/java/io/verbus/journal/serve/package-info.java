/** Serves ranges of a journal to subscribers that ask for them. */
package io.verbus.journal.serve;
