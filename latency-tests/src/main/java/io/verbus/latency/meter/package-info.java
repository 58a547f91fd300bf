/** What a process and its threads use while they measure, and what stops them. */
package io.verbus.latency.meter;
