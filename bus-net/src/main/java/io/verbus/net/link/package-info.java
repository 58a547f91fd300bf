/** The credit of a connection, at both of its ends. */
package io.verbus.net.link;
