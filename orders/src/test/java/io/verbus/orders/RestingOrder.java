package io.verbus.orders;

/** An order that rests in the engine. */
public record RestingOrder(int instrument, int side, long price, long number, int seat, long id, long open) {}
