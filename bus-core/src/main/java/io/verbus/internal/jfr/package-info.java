/**
 * Events for JDK Flight Recorder, on the paths of joins, departures, gaps, epochs, back pressure and long duty cycles.
 * Claim, commit and poll make none. Without a recording, an event is an object that is dropped.
 */
package io.verbus.internal.jfr;
