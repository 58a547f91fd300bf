/** {@code ./bus tap}: decodes the messages of streams and journals by their SBE schemas. */
package io.verbus.tools.tap;
