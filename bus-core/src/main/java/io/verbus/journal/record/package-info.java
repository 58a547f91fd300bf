/** Records a stream: a subscription on one side, a journal on the other. */
package io.verbus.journal.record;
