/** What recording a stream costs its publisher, and whether the recorder keeps up. */
package io.verbus.latency.journal;
