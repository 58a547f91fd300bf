/** Configuration files in YAML. */
package io.verbus.yaml;
