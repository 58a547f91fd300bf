/** Publishes a journal again. */
package io.verbus.journal.replay;
