package io.verbus.tools.doctor;

/** How a setting of the host compares with the one that the bus needs. */
enum SettingVerdict {
    /** The setting is as it should be. */
    OK,
    /** The bus works; another setting gives a lower or steadier latency. */
    ADVISED,
    /** Something does not work, or works too slowly to be useful, until the setting changes. */
    NEEDED,
    /** The setting cannot be read here. */
    UNKNOWN
}
