package io.verbus.tools.tap;

import io.verbus.tools.Json;
import java.util.Map;

/**
 * The header of an SBE message.
 *
 * @param blockLength length of the fields before groups and variable data, in bytes
 * @param templateId type of the message
 * @param schemaId of the schema
 * @param version of the schema, as the writer knew it
 */
public record MessageHeader(int blockLength, int templateId, int schemaId, int version) {
    /** {@return its fields by name} */
    public Map<String, Object> object() {
        return Json.object("blockLength", blockLength, "templateId", templateId, "schemaId", schemaId, "version",
                version);
    }
}
