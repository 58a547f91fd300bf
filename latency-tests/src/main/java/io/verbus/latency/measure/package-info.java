/** The loops that the processes of a subject run, the same for all subjects. */
package io.verbus.latency.measure;
