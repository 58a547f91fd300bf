/** Publishes a journal anew. */
package io.verbus.journal.replay;
