/** Counts which transitions the state machines of the bus go through, by code woven into the classes as they are. */
package io.verbus.testkit.transitions;
