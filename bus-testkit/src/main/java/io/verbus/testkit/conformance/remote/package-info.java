/** What a transport between hosts has to do besides, a subject a class. */
package io.verbus.testkit.conformance.remote;
