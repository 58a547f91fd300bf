package io.verbus.latency.meter;

import io.verbus.latency.worker.ControlLine;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Safepoints of this JVM, as HotSpot counts them. The bean is not exported: a JVM without {@link #FLAG}, or one other
 * than HotSpot, reports none.
 */
public final class Safepoints {
    /** Flag with which a JVM exports the bean. */
    public static final String FLAG = "--add-exports=java.management/sun.management=ALL-UNNAMED";

    private static final String MAKER = "sun.management.HotspotInternal";
    private static final String BEAN = "sun.management:type=HotspotRuntime";

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final ObjectName bean = find(server);
    private long count;
    private long ms;

    Safepoints() {
    }

    private static ObjectName find(final MBeanServer server) {
        try {
            final ObjectName name = new ObjectName(BEAN);
            if (!server.isRegistered(name)) {
                server.createMBean(MAKER, null);
            }
            server.getAttribute(name, "SafepointCount");
            return name;
        } catch (final JMException e) {
            return null;
        }
    }

    void open() {
        count = number("SafepointCount");
        ms = number("TotalSafepointTime");
    }

    ControlLine close(final ControlLine line) {
        return bean == null
                ? line
                : line.with(Costs.SAFEPOINT_COUNT, number("SafepointCount") - count).with(Costs.SAFEPOINT_MS,
                        number("TotalSafepointTime") - ms);
    }

    private long number(final String name) {
        try {
            return bean == null ? 0 : ((Number) server.getAttribute(bean, name)).longValue();
        } catch (final JMException e) {
            return 0;
        }
    }
}
