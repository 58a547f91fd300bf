package io.verbus.internal.config;

import io.verbus.BusException;
import io.verbus.BusSettings;

/**
 * The values of the bus.
 *
 * @param bus section of the bus
 * @param conductor section of its conductor
 */
record BusValues(SectionValues<BusSettings> bus, SectionValues<BusSettings> conductor) {
    /** Settings with the values of the file; a timeout that is too short for the duty cycle is refused at the end. */
    BusSettings applyTo(final BusSettings defaults) {
        final BusSettings settings = bus.applyTo(conductor.applyTo(relaxed(defaults)));
        return withDefaultTimeouts(settings, defaults);
    }

    BusSettings check(final BusSettings defaults, final Mistakes mistakes) {
        final BusSettings relaxed = conductor.check(relaxed(defaults), conductor.section().name(), mistakes);
        final BusSettings settings = bus.check(relaxed, bus.section().name(), mistakes);
        try {
            return withDefaultTimeouts(settings, defaults);
        } catch (final BusException e) {
            mistakes.add(conductor.lineOf(BusKeys.DUTY_CYCLE).orElse(0),
                    conductor.section().name() + "." + BusKeys.DUTY_CYCLE + ": " + e.getMessage());
            return defaults;
        }
    }

    private static BusSettings relaxed(final BusSettings defaults) {
        return defaults.withHeartbeatTimeout(BusKeys.LONGEST_TIMEOUT).withProgressTimeout(BusKeys.LONGEST_TIMEOUT);
    }

    private BusSettings withDefaultTimeouts(final BusSettings settings, final BusSettings defaults) {
        BusSettings complete = settings;
        if (bus.lineOf(BusKeys.HEARTBEAT_TIMEOUT).isEmpty()) {
            complete = complete.withHeartbeatTimeout(defaults.heartbeatTimeout());
        }
        return bus.lineOf(BusKeys.PROGRESS_TIMEOUT).isPresent()
                ? complete
                : complete.withProgressTimeout(defaults.progressTimeout());
    }
}
