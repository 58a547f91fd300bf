package io.verbus.image;

import io.verbus.log.Boundary;

/**
 * A position at which the publisher of a remote image continues, other than the end of the image.
 *
 * @param boundary where the publisher continues
 * @param cause why the messages in between are missing; null before a start at any position
 */
record Detour(Boundary boundary, String cause) {}
