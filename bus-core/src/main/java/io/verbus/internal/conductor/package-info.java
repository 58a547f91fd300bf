/** The housekeeping thread of a process: its cycles, heartbeat and progress monitors. */
package io.verbus.internal.conductor;
