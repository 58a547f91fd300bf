package io.verbus.testkit.fabric.link;

import org.agrona.concurrent.NanoClock;

/**
 * One process on a fabric.
 *
 * @param medium shared by all
 * @param host on which it runs
 * @param name for messages: host, and number of the process
 * @param clock of its bus
 */
public record Station(Medium medium, String host, String name, NanoClock clock) {}
