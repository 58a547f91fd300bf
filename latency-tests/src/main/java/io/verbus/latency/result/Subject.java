package io.verbus.latency.result;

import java.util.List;

/**
 * What was measured, and how it was set up.
 *
 * @param name as in the series, such as {@code aeron-ipc}
 * @param title for people, with its version
 * @param configuration each setting with its reason
 * @param source of the program, where it is short enough to be shown; else null
 */
public record Subject(String name, String title, List<Setting> configuration, String source) {
    /**
     * One setting.
     *
     * @param name as the subject's makers call it
     * @param value that it has
     * @param reason why
     */
    public record Setting(String name, String value, String reason) {}
}
