/** Hours of all roles of a stream, each restarted again and again: what they need of the machine must not grow. */
package io.verbus.latency.soak;
