package io.verbus.tools.demo;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts the processes of the demo, whose output goes to files.
 *
 * @param command command line up to the arguments of Verbus
 * @param busDirectory bus directory of the processes
 * @param outputs folder for their output files
 */
record ChildLauncher(List<String> command, Path busDirectory, Path outputs) {
    /**
     * Starts a process.
     *
     * @param role its role, for messages: "feed"
     * @param run name of its run; part of the names of its output files
     * @param arguments of the Verbus command line
     */
    DemoProcess start(final String role, final String run, final List<String> arguments) throws IOException {
        final List<String> line = new ArrayList<>(command);
        line.addAll(arguments);
        final File out = outputs.resolve(run + "-" + role + ".out").toFile();
        final File err = outputs.resolve(run + "-" + role + ".err").toFile();
        final ProcessBuilder builder = new ProcessBuilder(line).redirectOutput(out).redirectError(err);
        builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        builder.environment().put("VERBUS_DIR", busDirectory.toString());
        return new DemoProcess(role, builder.start(), err.toPath());
    }
}
