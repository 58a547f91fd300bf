package io.verbus.image;

import io.verbus.log.Boundary;

/**
 * A publisher on another host goes on elsewhere than where the image stands.
 *
 * @param boundary where
 * @param cause why what lies between is missing, in words; null if that is before a start that may be anywhere
 */
record Detour(Boundary boundary, String cause) {}
