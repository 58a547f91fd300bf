/** The messages between a subscriber that requests a range of a session and a recorder that has it. */
package io.verbus.recovery.range;
