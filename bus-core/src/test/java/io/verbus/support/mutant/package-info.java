/** Planted bugs: a useful test finds them. */
package io.verbus.support.mutant;
