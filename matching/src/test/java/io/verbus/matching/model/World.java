package io.verbus.matching.model;

/**
 * The instruments of a history, and its capacity.
 *
 * @param maxOrders orders that may rest at once
 * @param ticks tick of each instrument
 * @param lots lot of each instrument
 * @param references reference price of each instrument, 0 for none
 */
public record World(int maxOrders, long[] ticks, long[] lots, long[] references) {}
