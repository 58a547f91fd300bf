/** Which build of Verbus this is. */
package io.verbus.build;
