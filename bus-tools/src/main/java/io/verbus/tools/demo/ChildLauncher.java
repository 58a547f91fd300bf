package io.verbus.tools.demo;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts copies of this process with other arguments: same Java, same JVM flags, same class path.
 *
 * @param command command line up to the arguments of Verbus
 * @param busDirectory bus directory of the processes
 * @param outputs folder for their output files
 */
record ChildLauncher(List<String> command, Path busDirectory, Path outputs) {
    private static final String DEBUGGER = "-agentlib:jdwp";

    /** The command that started this process, without its arguments. */
    static List<String> thisCommand() {
        final List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse(System.getProperty("java.home") + "/bin/java"));
        for (final String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            // Two processes cannot listen on the same debugger port.
            if (!flag.startsWith(DEBUGGER)) {
                command.add(flag);
            }
        }
        final String main = System.getProperty("sun.java.command").split(" ")[0];
        if (main.endsWith(".jar")) {
            command.addAll(List.of("-jar", main));
        } else {
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
        }
        return command;
    }

    /**
     * Starts a process.
     *
     * @param role its role, for messages: "feed"
     * @param run name of its run; part of the names of its output files
     * @param arguments of the Verbus command line
     */
    Child start(final String role, final String run, final List<String> arguments) throws IOException {
        final List<String> line = new ArrayList<>(command);
        line.addAll(arguments);
        final File out = outputs.resolve(run + "-" + role + ".out").toFile();
        final File err = outputs.resolve(run + "-" + role + ".err").toFile();
        final ProcessBuilder builder = new ProcessBuilder(line).redirectOutput(out).redirectError(err);
        builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        builder.environment().put("VERBUS_DIR", busDirectory.toString());
        return new Child(role, builder.start(), err.toPath());
    }
}
