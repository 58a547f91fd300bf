/** Results of measurements, also as JSON: a series for each round of each subject, with its conditions. */
package io.verbus.latency.result;
