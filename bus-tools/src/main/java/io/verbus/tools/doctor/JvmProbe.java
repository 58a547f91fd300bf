package io.verbus.tools.doctor;

import java.util.ArrayList;
import java.util.List;

/** The JVM of this process. */
final class JvmProbe implements Probe {
    private static final int OLDEST = 25;
    private static final String FLAGS = "--enable-native-access=ALL-UNNAMED"
            + " --add-opens java.base/jdk.internal.misc=ALL-UNNAMED";

    private final Runtime.Version version;
    private final List<String> arguments;

    JvmProbe(final Runtime.Version version, final List<String> arguments) {
        this.version = version;
        this.arguments = arguments;
    }

    @Override
    public List<Finding> findings(final HostFiles host) {
        final List<Finding> findings = new ArrayList<>();
        findings.add(version.feature() >= OLDEST
                ? Finding.ok("JDK", version.toString())
                : Finding.needed("JDK", version.toString(), OLDEST + " or later",
                        "The bus uses the Foreign Function & Memory API of this version.",
                        "install Temurin 25: https://adoptium.net/temurin/releases/?version=25"));
        findings.add(hasFlag("--enable-native-access") && hasFlag("--add-opens")
                ? Finding.ok("JVM flags", "native access, jdk.internal.misc is open")
                : Finding.needed("JVM flags", "native access or jdk.internal.misc is not allowed", FLAGS,
                        "The bus calls libc, and Agrona reads an internal class of the JDK.",
                        "java @config/jvm.options ..."));
        return findings;
    }

    private boolean hasFlag(final String name) {
        return arguments.stream().anyMatch(argument -> argument.startsWith(name));
    }
}
