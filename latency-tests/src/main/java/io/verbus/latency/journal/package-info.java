/** What recording a stream and joining it late cost its publisher, and whether the recorder and the late keep up. */
package io.verbus.latency.journal;
