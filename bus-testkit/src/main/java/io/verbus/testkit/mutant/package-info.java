/** Bugs planted on purpose: a test that is worth something finds them. */
package io.verbus.testkit.mutant;
