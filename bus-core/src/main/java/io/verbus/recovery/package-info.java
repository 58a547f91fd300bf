/** Fills what a subscription can't get from its publisher any more: history, and gaps, from a journal that is served. */
package io.verbus.recovery;
