package io.verbus.orders.intake;

/**
 * The part of an {@code Establish} that stays valid while the seat is connected.
 *
 * @param expected number of the next report that the seat expects
 * @param keepAliveMs the seat is disconnected when nothing has arrived from it for so long
 * @param cancelOnDisconnect whether its orders are cancelled then
 */
public record ConnectionTerms(long expected, long keepAliveMs, boolean cancelOnDisconnect) {}
