package io.verbus.support.mutant;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles one source file against the class path of this JVM, from memory to memory. */
final class InMemoryCompiler extends ForwardingJavaFileManager<JavaFileManager> {
    private static final JavaCompiler JAVAC = ToolProvider.getSystemJavaCompiler();
    /** Shared, as opening the jars of the class path takes longer than compiling a file. One compilation at a time. */
    private static final JavaFileManager FILES = JAVAC.getStandardFileManager(null, null, null);

    private final Map<String, ByteArrayOutputStream> classes = new HashMap<>();

    private InMemoryCompiler(final JavaFileManager fileManager) {
        super(fileManager);
    }

    static synchronized Map<String, byte[]> compile(final String path, final String text) {
        final StringWriter messages = new StringWriter();
        final InMemoryCompiler output = new InMemoryCompiler(FILES);
        final JavaFileObject source = new SimpleJavaFileObject(URI.create("string:///" + path),
                JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(final boolean ignoreEncodingErrors) {
                return text;
            }
        };
        final boolean compiled = JAVAC.getTask(messages, output, null,
                List.of("-proc:none", "-nowarn", "-cp", System.getProperty("java.class.path")), null, List.of(source))
                .call();
        if (!compiled) {
            throw new AssertionError("a mutant of " + path + " does not compile:\n" + messages);
        }
        final Map<String, byte[]> bytes = new HashMap<>();
        output.classes.forEach((name, stream) -> bytes.put(name, stream.toByteArray()));
        return bytes;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(final Location location, final String className,
            final JavaFileObject.Kind kind, final FileObject sibling) {
        return new SimpleJavaFileObject(URI.create("mem:///" + className), kind) {
            @Override
            public OutputStream openOutputStream() {
                return classes.computeIfAbsent(className, name -> new ByteArrayOutputStream());
            }
        };
    }
}
