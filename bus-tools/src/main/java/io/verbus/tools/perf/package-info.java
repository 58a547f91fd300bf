/** {@code ./bus perf}: measures the bus on this machine and compares it with other programs. */
package io.verbus.tools.perf;
