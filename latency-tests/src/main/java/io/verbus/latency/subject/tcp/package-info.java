/** TCP of the JDK, without a library: each message follows its length on a connection. */
package io.verbus.latency.subject.tcp;
