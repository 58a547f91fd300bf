/** TCP as the JDK has it: messages behind their length on a connection, no library. */
package io.verbus.latency.subject.tcp;
