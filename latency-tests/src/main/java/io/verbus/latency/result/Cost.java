package io.verbus.latency.result;

/**
 * Resources that the measured part used.
 *
 * @param cpuS CPU time of all processes and threads of the subject, in seconds
 * @param publisherCpuS CPU time of the publishing thread, in seconds
 * @param memoryBytes memory of one stream, mapped or allocated
 * @param allocatedBytes on the heap, by the publishing and the reading thread; null without a heap
 */
public record Cost(Double cpuS, Double publisherCpuS, Long memoryBytes, Long allocatedBytes) {}
