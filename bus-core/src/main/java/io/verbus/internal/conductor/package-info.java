/** The housekeeping thread of a process: duties, their timing, heartbeat and progress monitors. */
package io.verbus.internal.conductor;
