/** What the processes do that hold the ends of a subject: the same loops for all of them. */
package io.verbus.latency.measure;
