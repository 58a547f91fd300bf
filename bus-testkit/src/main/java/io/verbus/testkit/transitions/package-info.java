/** Counts the transitions of the state machines of the bus, by code woven into the unchanged classes. */
package io.verbus.testkit.transitions;
