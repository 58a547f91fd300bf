/** {@code ./bus doctor}: compares the settings of this host with those that the bus needs, and names remedies. */
package io.verbus.tools.doctor;
