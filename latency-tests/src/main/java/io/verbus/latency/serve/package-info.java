/** The server of a measurement between two hosts: it runs the far side of each subject for its client. */
package io.verbus.latency.serve;
