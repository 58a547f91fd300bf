/** A network between hosts within one JVM, as strict as hardware, whose faults follow from a seed. */
package io.verbus.testkit.fabric;
