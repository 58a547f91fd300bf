/** {@code ./bus demo}: feed handler and order books as processes of their own, and what was measured between them. */
package io.verbus.tools.demo;
