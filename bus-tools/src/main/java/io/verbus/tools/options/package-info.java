/** Types of option values, the converters that parse them, and files that options name. */
package io.verbus.tools.options;
