/** Resources that a process and its threads use while they measure, and their pauses. */
package io.verbus.latency.meter;
