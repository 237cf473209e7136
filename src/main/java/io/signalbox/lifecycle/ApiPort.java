package io.signalbox.lifecycle;

import io.signalbox.config.Configuration.Api;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/**
 * The API's port, tried before the data plane starts: a box that could not be told anything, or a second one started by
 * mistake, must not take the interfaces of one that forwards.
 */
final class ApiPort {
	private ApiPort() {}

	/** Throws when nobody can listen there now. Port 0, any that is free, always passes. */
	static void needFree(Api api) {
		try (ServerSocket socket = new ServerSocket()) {
			socket.bind(new InetSocketAddress(api.host(), api.port()));
		} catch (IOException taken) {
			throw new StartException("api.port " + api.port() + " of " + api.host() + ": " + taken.getMessage()
					+ "; stop what listens there, or choose another: SIGNALBOX_API_PORT=" + (api.port() + 1));
		}
	}
}
