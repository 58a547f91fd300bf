package io.verbus.internal.image;

import io.verbus.GapCause;
import io.verbus.internal.log.Boundary;

/**
 * A position at which the publisher of a remote image continues, other than the end of the image.
 *
 * @param boundary where the publisher continues
 * @param cause why the messages in between are missing; null before a start at any position
 */
record Jump(Boundary boundary, GapCause cause) {}
