/** What every transport has to do, a subject a class: a transport's own test names them and says how to connect. */
package io.verbus.testkit.conformance;
