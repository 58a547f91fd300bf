package io.verbus.tools.doctor;

import java.util.ArrayList;
import java.util.List;

/** The libraries of RDMA, in the folders where the dynamic linker of the usual distributions looks. */
final class RdmaLibraries {
    private static final List<String> NAMES = List.of("libibverbs.so.1", "librdmacm.so.1");
    private static final List<String> FOLDERS = List.of("lib", "lib64", "usr/lib", "usr/lib64", "usr/local/lib",
            "usr/local/lib64");

    private RdmaLibraries() {
    }

    /** The libraries that are in none of the folders. */
    static List<String> missing(final HostFiles host) {
        final List<String> folders = new ArrayList<>(FOLDERS);
        host.names("usr/lib").stream().filter(name -> name.endsWith("-linux-gnu")).map(name -> "usr/lib/" + name)
                .forEach(folders::add);
        return NAMES.stream().filter(name -> folders.stream().noneMatch(folder -> host.exists(folder + "/" + name)))
                .toList();
    }
}
