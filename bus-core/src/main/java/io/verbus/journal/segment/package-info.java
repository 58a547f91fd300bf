/** The files of a journal: their layout, how one is written, and how one is read when it may hold anything. */
package io.verbus.journal.segment;
