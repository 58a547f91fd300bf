/** {@code ./bus perf}: measures the bus on this machine, beside programs without a bus. */
package io.verbus.tools.perf;
