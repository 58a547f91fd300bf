package io.verbus.testkit.transitions;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Weaves calls to {@link Transitions} into classes: at the beginning of a watched method, before a watched store. */
final class Weaver {
    private static final ClassDesc TRANSITIONS = Transitions.class.describeConstable().orElseThrow();
    private static final MethodTypeDesc PASSED = MethodTypeDesc.of(ConstantDescs.CD_void,
            ConstantDescs.CD_String);
    private static final MethodTypeDesc TURNED = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object,
            ConstantDescs.CD_Object, ConstantDescs.CD_String);

    private final List<TransitionWatch> watched;

    Weaver(final List<TransitionWatch> watched) {
        this.watched = watched;
    }

    /** A class, with the calls for its watches. */
    byte[] weave(final String name, final byte[] bytes) {
        final List<TransitionWatch> here = watched.stream().filter(watch -> watch.className().equals(name)).toList();
        return here.isEmpty() ? bytes : weave(bytes, here);
    }

    private static byte[] weave(final byte[] bytes, final List<TransitionWatch> here) {
        final ClassFile classFile = ClassFile.of();
        final ClassModel model = classFile.parse(bytes);
        final Set<TransitionWatch> woven = new HashSet<>();
        final byte[] result = classFile.transformClass(model, (builder, element) -> {
            if (element instanceof MethodModel method && method.code().isPresent()) {
                builder.transformMethod(method, MethodTransform.transformingCode(
                        new Stitches(here, method.methodName().stringValue(), woven)));
            } else {
                builder.with(element);
            }
        });
        here.stream().filter(watch -> !woven.contains(watch)).forEach(watch -> {
            throw new AssertionError("out of date: no member matches " + watch);
        });
        return result;
    }

    /** For one method. */
    private record Stitches(List<TransitionWatch> here, String method,
            Set<TransitionWatch> woven) implements CodeTransform {
        @Override
        public void atStart(final CodeBuilder builder) {
            for (final TransitionWatch watch : here) {
                if (watch.kind() == TransitionWatch.Kind.CALL && watch.member().equals(method)) {
                    woven.add(watch);
                    builder.ldc(watch.words()).invokestatic(TRANSITIONS, "passed", PASSED);
                }
            }
        }

        @Override
        public void accept(final CodeBuilder builder, final CodeElement element) {
            if (element instanceof FieldInstruction access && access.opcode() == Opcode.PUTFIELD) {
                for (final TransitionWatch watch : here) {
                    if (watch.kind() != TransitionWatch.Kind.CALL
                            && watch.member().equals(access.name().stringValue())) {
                        woven.add(watch);
                        before(access, watch, builder);
                    }
                }
            }
            builder.with(element);
        }

        /** The stack contains the object and the value to be stored. */
        private static void before(final FieldInstruction access, final TransitionWatch watch,
                final CodeBuilder builder) {
            if (watch.kind() == TransitionWatch.Kind.STORE) {
                builder.ldc(watch.words()).invokestatic(TRANSITIONS, "passed", PASSED);
            } else {
                builder.dup2().swap()
                        .getfield(access.owner().asSymbol(), access.name().stringValue(), access.typeSymbol())
                        .ldc(watch.words()).invokestatic(TRANSITIONS, "turned", TURNED);
            }
        }
    }
}
