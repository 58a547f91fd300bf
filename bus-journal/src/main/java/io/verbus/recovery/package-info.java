/** Fills history and gaps that a subscription can't get from its publisher, from a served journal. */
package io.verbus.recovery;
