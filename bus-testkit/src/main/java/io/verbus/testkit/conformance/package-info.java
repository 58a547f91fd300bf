/** What every transport has to do, a topic a class: a transport's own test names them and says how to connect. */
package io.verbus.testkit.conformance;
