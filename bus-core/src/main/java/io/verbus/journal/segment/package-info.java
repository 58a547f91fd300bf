/**
 * The files of a journal: their layout, how they are written, and how they are read although they may contain anything.
 */
package io.verbus.journal.segment;
