/** Processes that live through a whole measurement, do what a line tells them, and are silent in between. */
package io.verbus.latency.worker;
