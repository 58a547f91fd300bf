/** {@code ./bus init}: the files of a new application, from the templates that are resources of this package. */
package io.verbus.tools.init;
