/** Types of option values, and the converters that parse them. */
package io.verbus.tools.options;
