package io.verbus.matching.script;

/**
 * A seat of an exchange file. Its limits are in {@link ExchangeFile#applySeats}.
 *
 * @param number in order of the lines, from 0
 * @param name unique
 * @param line that defines it, from 1
 * @param secretFile path of the file with its secret, as written
 * @param isOperator whether it may control the market
 * @param waits whether requests over its message rate wait in its own log, and are not rejected
 */
public record ListedSeat(int number, String name, long line, String secretFile, boolean isOperator, boolean waits) {}
