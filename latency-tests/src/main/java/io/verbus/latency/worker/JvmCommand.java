package io.verbus.latency.worker;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/** The command of a child process: a JVM with the flags and the class path of this one. */
public final class JvmCommand {
    private static final String DEBUGGER = "-agentlib:jdwp";
    private static final List<String> REQUIRED = List.of("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
            "--enable-native-access=ALL-UNNAMED");

    private JvmCommand() {
    }

    /**
     * The command up to the arguments.
     *
     * @param main class to run
     * @param flags of its JVM, in addition to those of this one
     * @return a mutable list
     */
    public static List<String> of(final Class<?> main, final List<String> flags) {
        final List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
        for (final String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (!flag.startsWith(DEBUGGER)) { // two processes cannot listen on one debugger port
                command.add(flag);
            }
        }
        command.addAll(flags);
        for (final String flag : REQUIRED) { // twice, they would not match those of the AOT cache
            if (!command.contains(flag)) {
                command.add(flag);
            }
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        return command;
    }
}
