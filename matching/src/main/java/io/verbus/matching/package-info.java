/**
 * A matching engine with the risk checks before it: a state machine whose outputs follow from its inputs only. No
 * clock, no randomness, no thread, no hash iteration order. The rules are in docs/reference/matching.md.
 */
package io.verbus.matching;
