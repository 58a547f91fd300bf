/** The control connection between the two hosts of a measurement: orders of the client, answers of the server. */
package io.verbus.latency.control;
