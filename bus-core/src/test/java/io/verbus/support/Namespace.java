package io.verbus.support;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Commands for {@link Forked#startWithin} that run a process with its own mounts, permissions, clock or network, as
 * root or as an ordinary user. Mounts and networks disappear with the process.
 */
public final class Namespace {
    private Namespace() {
    }

    /** As root of a new namespace: runs a script of sh, in which {@code "$@"} is the process. */
    public static List<String> script(final String script) {
        return List.of("unshare", "-Urm", "sh", "-c", script, "sh");
    }

    /** As an unprivileged user: file permissions apply to root too. */
    public static List<String> unprivileged(final String script) {
        return List.of("unshare", "-U", "sh", "-c", script, "sh");
    }

    /** As root without a user namespace: may mount hugetlbfs. */
    public static List<String> asRoot(final String script) {
        return List.of("unshare", "-m", "sh", "-c", script, "sh");
    }

    /** In a time namespace whose monotonic clock differs by a number of seconds. */
    public static List<String> time(final long offsetS) {
        return List.of("unshare", "-UrT", "--monotonic", Long.toString(offsetS));
    }

    /**
     * As host 10.1.0.1 of a network of hosts, on which {@code ip netns exec NAME} runs a process. The other hosts have
     * the next addresses. All processes and hosts end with this process.
     *
     * @param names of the other hosts
     */
    public static List<String> hosts(final String... names) {
        return List.of("unshare", "-Urnmp", "--fork", "--kill-child", "--mount-proc", "sh", "-ec", """
                mount -t tmpfs none /run
                ip link set lo up
                ip link add hub type bridge
                ip address add 10.1.0.1/24 dev hub
                ip link set hub up
                number=1
                for name in %s; do
                  number=$((number + 1))
                  ip netns add $name
                  ip link add port$number type veth peer name eth0 netns $name
                  ip link set port$number master hub up
                  ip -n $name link set lo up
                  ip -n $name address add 10.1.0.$number/24 dev eth0
                  ip -n $name link set eth0 up
                done
                exec "$@"
                """.formatted(String.join(" ", names)), "sh");
    }

    /** Whether this machine permits {@link #hosts} to this user. */
    public static boolean isNetworkAllowed() {
        return isAllowed(hosts("other"));
    }

    /** Whether this machine permits it to this user. */
    public static boolean isAllowed() {
        return isAllowed(List.of("unshare", "-Urm"));
    }

    /** Whether this machine permits a time namespace to this user. */
    public static boolean isTimeAllowed() {
        return isAllowed(List.of("unshare", "-UrT"));
    }

    private static boolean isAllowed(final List<String> wrapper) {
        try {
            return new ProcessBuilder(Stream.concat(wrapper.stream(), Stream.of("true")).toList())
                    .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().onExit().join()
                    .exitValue() == 0;
        } catch (final IOException e) {
            return false;
        }
    }
}
