package io.verbus.tools.demo;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts processes that are this one again with another command line: same java, same flags, same class path.
 *
 * @param command what comes before the arguments of the Verbus command line
 * @param busDirectory where the processes meet
 * @param outputs folder for what they print
 */
record ChildLauncher(List<String> command, Path busDirectory, Path outputs) {
    private static final String DEBUGGER = "-agentlib:jdwp";

    /** What started this process, without its arguments. */
    static List<String> thisCommand() {
        final List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse(System.getProperty("java.home") + "/bin/java"));
        for (final String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            // Two processes can't listen on a debugger's port.
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
     * @param role what it is, for messages: "feed handler"
     * @param run which run it belongs to; names its output files, with the role
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
