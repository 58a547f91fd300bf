package io.verbus.spi;

import java.util.random.RandomGenerator;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.NanoClock;

/**
 * The parts of a bus that its transports use.
 *
 * @param clock monotonic; the clock of the time in {@link Transport#doWork}
 * @param random for nonces; unpredictable, except in simulations
 * @param errorHandler receives errors that belong to no publication or subscription
 */
public record TransportContext(NanoClock clock, RandomGenerator random, ErrorHandler errorHandler) {}
