/** Names of hosts, connections that have proven nothing yet, and those that were refused. */
package io.verbus.net.connection;
