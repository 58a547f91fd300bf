/** Layouts and writers of the counters and of the loss report. */
package io.verbus.internal.monitor;
