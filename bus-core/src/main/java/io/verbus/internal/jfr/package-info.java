/**
 * Events for JDK Flight Recorder, on the paths of joins, departures, gaps, epochs, back pressure and long duty cycles.
 * Claim, commit and poll make none. Without JDK Flight Recorder in use, no event class is initialised.
 */
package io.verbus.internal.jfr;
