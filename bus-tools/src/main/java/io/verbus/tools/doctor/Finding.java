package io.verbus.tools.doctor;

/**
 * The state of one setting of the host.
 *
 * @param setting name of the setting, unique among the findings of a host
 * @param verdict comparison with the needed setting
 * @param found present setting
 * @param wanted needed setting; empty if the present one is right
 * @param reason why the needed setting matters; empty if the present one is right
 * @param command that changes the setting, or shows it if it is unknown; empty if there is none
 */
record Finding(String setting, SettingVerdict verdict, String found, String wanted, String reason, String command) {
    static Finding ok(final String setting, final String found) {
        return new Finding(setting, SettingVerdict.OK, found, "", "", "");
    }

    static Finding advised(final String setting, final String found, final String wanted, final String reason,
            final String command) {
        return new Finding(setting, SettingVerdict.ADVISED, found, wanted, reason, command);
    }

    static Finding needed(final String setting, final String found, final String wanted, final String reason,
            final String command) {
        return new Finding(setting, SettingVerdict.NEEDED, found, wanted, reason, command);
    }

    static Finding unknown(final String setting, final String wanted, final String reason, final String command) {
        return new Finding(setting, SettingVerdict.UNKNOWN, "not visible here", wanted, reason, command);
    }
}
