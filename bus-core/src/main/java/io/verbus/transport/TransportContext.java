package io.verbus.transport;

import java.util.random.RandomGenerator;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.NanoClock;

/**
 * What a bus gives to its transports.
 *
 * @param clock monotonic; the one that {@link Transport#doWork} is told the time of
 * @param random for nonces; nobody can guess the next, except in simulations
 * @param errorHandler gets what goes wrong and belongs to no publication or subscription
 */
public record TransportContext(NanoClock clock, RandomGenerator random, ErrorHandler errorHandler) {}
