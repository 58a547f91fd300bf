/** Records a stream: reads from a subscription and writes to a journal. */
package io.verbus.journal.record;
