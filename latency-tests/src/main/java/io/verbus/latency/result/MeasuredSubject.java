package io.verbus.latency.result;

import java.util.List;

/**
 * A measured subject and its settings.
 *
 * @param name as in the series, such as {@code aeron-ipc}
 * @param title as shown, with its version
 * @param configuration settings with reasons
 * @param source of the program, if it is short enough to be shown; else null
 */
public record MeasuredSubject(String name, String title, List<Setting> configuration, String source) {
    /**
     * A setting.
     *
     * @param name as in the documentation of the subject
     * @param value of the setting
     * @param reason for the value
     */
    public record Setting(String name, String value, String reason) {}
}
