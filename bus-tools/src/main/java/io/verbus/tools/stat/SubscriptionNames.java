package io.verbus.tools.stat;

import static io.verbus.tools.Texts.hex;
import static io.verbus.tools.Texts.printable;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Names of subscriptions for a person: equal ones of one process differ by the first digits of their ids. */
final class SubscriptionNames {
    private static final int ID_DIGITS = 4;

    private final Map<String, Long> idsOfName = new HashMap<>();

    SubscriptionNames(final HostStat host) {
        host.subscriptions().stream().collect(Collectors.toMap(SubscriptionStat::id, one -> one, (a, b) -> a))
                .values().forEach(one -> idsOfName.merge(nameAndPid(one), 1L, Long::sum));
    }

    /** Its name, with its host if that is another. */
    String withHost(final SubscriptionStat one) {
        return name(one) + (one.host().isEmpty() ? "" : " on " + printable(hostOnly(one.host())));
    }

    /** Its name. */
    String name(final SubscriptionStat one) {
        return printable(one.name()) + (idsOfName.get(nameAndPid(one)) > 1 ? "#" + shortId(one.id()) : "");
    }

    private static String nameAndPid(final SubscriptionStat one) {
        return one.stream() + " " + one.name() + " " + one.pid() + " " + hostOnly(one.host());
    }

    private static String shortId(final long id) {
        return hex(id).substring(0, ID_DIGITS);
    }

    /** An address without its port, which is another for each connection. */
    static String hostOnly(final String address) {
        return address.replaceFirst(":\\d+$", "");
    }
}
