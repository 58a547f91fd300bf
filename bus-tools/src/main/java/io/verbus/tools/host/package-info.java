/** What commands that start processes need of this host: a folder that is gone afterwards, and cores to spin on. */
package io.verbus.tools.host;
