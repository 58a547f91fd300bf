package io.verbus.rdma.verbs;

import java.util.List;

/**
 * The RDMA devices of this host.
 *
 * @param usable those that can be opened and examined, possibly none
 * @param unusable an error message for each of the others
 */
public record FoundDevices(List<DeviceInfo> usable, List<String> unusable) {}
