/** Fills what a subscription can't get from its publisher any more, history and gaps, from a served journal. */
package io.verbus.recovery;
