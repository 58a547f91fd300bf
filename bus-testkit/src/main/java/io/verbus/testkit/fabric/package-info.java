/** A network between hosts within one JVM, as strict as hardware is, whose accidents follow from a seed. */
package io.verbus.testkit.fabric;
