package io.verbus.matching.model;

import io.verbus.matching.EngineCapacity;

/**
 * The seats and instruments of a history, and the capacity of its engine.
 *
 * @param seats numbered from 0
 * @param capacity of the engine
 * @param ticks tick of each instrument
 * @param lots lot of each instrument
 * @param references reference price of each instrument, 0 for none
 */
public record OrderWorld(int seats, EngineCapacity capacity, long[] ticks, long[] lots, long[] references) {
    int instruments() {
        return ticks.length;
    }
}
