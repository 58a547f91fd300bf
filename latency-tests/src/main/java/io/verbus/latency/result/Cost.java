package io.verbus.latency.result;

/**
 * What the measured part has cost.
 *
 * @param cpuS CPU time of all processes and threads of the subject, in seconds
 * @param publisherCpuS CPU time of the publishing thread, in seconds
 * @param memoryBytes of one stream: what is mapped or allocated to carry it
 * @param allocatedBytes on the heap, by the publishing and the reading thread; null where there is no heap
 */
public record Cost(Double cpuS, Double publisherCpuS, Long memoryBytes, Long allocatedBytes) {}
