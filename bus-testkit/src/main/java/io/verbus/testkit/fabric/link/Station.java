package io.verbus.testkit.fabric.link;

import org.agrona.concurrent.NanoClock;

/**
 * One process on a fabric.
 *
 * @param medium shared by all
 * @param host on which it runs; of a link: its name on the link's path
 * @param name for messages: host, and number of the process
 * @param clock of its bus
 */
public record Station(Medium medium, String host, String name, NanoClock clock) {
    /** The same process, whose host has another name on a path. */
    public Station on(final String path) {
        return new Station(medium, path, name, clock);
    }
}
