package io.verbus.testkit.fabric.link;

import org.agrona.concurrent.NanoClock;

/**
 * One process on a fabric.
 *
 * @param medium that all have in common
 * @param host that it runs on
 * @param name for a person: host, and which of its processes
 * @param clock of its bus
 */
public record Station(Medium medium, String host, String name, NanoClock clock) {}
