package io.verbus.testkit.memory;

import io.verbus.internal.os.ProcessBarrier;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.FieldModel;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Rewrites classes of the bus so that they run in simulated memory. */
final class Weakener {
    /** Class names in class files, and their replacements. */
    private static final Map<String, String> NAMES = Map.of(
            "org/agrona/concurrent/UnsafeBuffer", internalName(WeakBuffer.class),
            "io/verbus/internal/os/OffHeapBuffer", internalName(WeakBuffer.class),
            "io/verbus/internal/os/MappedFile", internalName(WeakFile.class),
            "io/verbus/internal/os/OffHeapLongs", internalName(WeakWords.class));
    private static final ClassDesc OPERATIONS = WeakOperations.class.describeConstable().orElseThrow();
    private static final ClassDesc PROCESS_BARRIER = ProcessBarrier.class.describeConstable().orElseThrow();
    private static final ClassDesc VAR_HANDLE = ConstantDescs.CD_VarHandle;
    private static final MethodTypeDesc GET = MethodTypeDesc.of(ConstantDescs.CD_Object, ConstantDescs.CD_Object,
            ConstantDescs.CD_String);
    private static final MethodTypeDesc PUT = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object,
            ConstantDescs.CD_Object, ConstantDescs.CD_String);
    /** Operations on fields through handles. */
    private static final Set<String> ORDERED = Set.of("getOpaque", "getAcquire", "getVolatile", "setOpaque",
            "setRelease", "setVolatile");
    private static final int UTF8 = 1;

    private Weakener() {
    }

    static byte[] rewrite(final byte[] bytes) {
        final ClassFile classFile = ClassFile.of();
        final ClassModel model = classFile.parse(bytes);
        final Set<String> volatiles = model.fields().stream()
                .filter(field -> field.flags().has(AccessFlag.VOLATILE) && !field.fieldTypeSymbol().isPrimitive())
                .map(FieldModel::fieldName).map(Object::toString).collect(Collectors.toSet());
        return rename(classFile.transformClass(model, ClassTransform.transformingMethodBodies(
                (builder, element) -> replace(builder, element, model.thisClass().asSymbol(), volatiles))));
    }

    private static void replace(final CodeBuilder builder, final CodeElement element, final ClassDesc owner,
            final Set<String> volatiles) {
        if (element instanceof InvokeInstruction call && call.owner().asSymbol().equals(VAR_HANDLE)
                && call.name().stringValue().endsWith("Fence")) {
            builder.invokestatic(OPERATIONS, call.name().stringValue(), call.typeSymbol());
        } else if (element instanceof InvokeInstruction call && call.owner().asSymbol().equals(PROCESS_BARRIER)
                && "run".equals(call.name().stringValue())) {
            builder.invokestatic(OPERATIONS, "processBarrier", call.typeSymbol());
        } else if (element instanceof InvokeInstruction call && call.owner().asSymbol().equals(VAR_HANDLE)
                && ORDERED.contains(call.name().stringValue())) {
            builder.ldc(call.name().stringValue());
            final ClassDesc result = call.typeSymbol().returnType();
            if (result.equals(ConstantDescs.CD_void)) {
                builder.invokestatic(OPERATIONS, "set", MethodTypeDesc.of(result, VAR_HANDLE, ConstantDescs.CD_Object,
                        call.typeSymbol().parameterType(1), ConstantDescs.CD_String));
            } else {
                builder.invokestatic(OPERATIONS, result.displayName() + "Of", MethodTypeDesc.of(result, VAR_HANDLE,
                        ConstantDescs.CD_Object, ConstantDescs.CD_String));
            }
        } else if (element instanceof FieldInstruction access && access.owner().asSymbol().equals(owner)
                && volatiles.contains(access.name().stringValue())) {
            builder.ldc(access.name().stringValue());
            switch (access.opcode()) {
                case GETFIELD -> builder.invokestatic(OPERATIONS, "get", GET).checkcast(access.typeSymbol());
                case PUTFIELD -> builder.invokestatic(OPERATIONS, "put", PUT);
                default -> throw new IllegalStateException("a static volatile field: " + access);
            }
        } else {
            builder.with(element);
        }
    }

    /** All names of a class file are texts in its constant pool, so replacing them there is sufficient. */
    private static byte[] rename(final byte[] bytes) {
        final ByteArrayOutputStream renamed = new ByteArrayOutputStream(bytes.length + 256);
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
                DataOutputStream out = new DataOutputStream(renamed)) {
            out.writeInt(in.readInt()); // magic
            out.writeInt(in.readInt()); // version
            final int count = in.readUnsignedShort();
            out.writeShort(count);
            for (int i = 1; i < count; i++) {
                final int tag = in.readUnsignedByte();
                out.writeByte(tag);
                if (tag == UTF8) {
                    out.writeUTF(rename(in.readUTF()));
                } else {
                    out.write(in.readNBytes(length(tag)));
                    i += tag == 5 || tag == 6 ? 1 : 0; // long and double take two entries
                }
            }
            out.write(in.readAllBytes());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return renamed.toByteArray();
    }

    private static int length(final int tag) {
        return switch (tag) {
            case 7, 8, 16, 19, 20 -> 2; // class, string, method type, module, package
            case 15 -> 3; // method handle
            case 5, 6 -> 8; // long, double
            default -> 4;
        };
    }

    /** A name alone, or in descriptors, between L and a semicolon. */
    private static String rename(final String text) {
        if (NAMES.containsKey(text)) {
            return NAMES.get(text);
        }
        String renamed = text;
        for (final Map.Entry<String, String> name : NAMES.entrySet()) {
            renamed = renamed.replace("L" + name.getKey() + ";", "L" + name.getValue() + ";");
        }
        return renamed;
    }

    private static String internalName(final Class<?> type) {
        return type.getName().replace('.', '/');
    }
}
