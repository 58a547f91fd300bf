/** The parts that both ends of a seat share: where messages are written and how they begin, names, secrets, proofs. */
package io.verbus.orders;
