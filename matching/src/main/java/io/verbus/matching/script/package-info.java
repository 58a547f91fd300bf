/** Scripts of inputs, to try out the rules of the engine by hand: {@code ./bus match}. The format is a contract. */
package io.verbus.matching.script;
