/** JeroMQ: ZeroMQ in Java. */
package io.verbus.latency.subject.jeromq;
