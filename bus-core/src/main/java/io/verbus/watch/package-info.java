/** Monitors the peers of a stream: heartbeat, progress, back pressure, and restarts of sessions. */
package io.verbus.watch;
