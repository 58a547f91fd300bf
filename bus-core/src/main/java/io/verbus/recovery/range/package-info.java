/** What is said between a subscriber that wants a range of a session and a recorder that has it. */
package io.verbus.recovery.range;
