/** What public classes offer to the modules above the API, and to nothing else. */
package io.verbus.internal.access;
