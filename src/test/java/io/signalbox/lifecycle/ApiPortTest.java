package io.signalbox.lifecycle;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.config.Configuration.Api;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class ApiPortTest {
	private static final String HOST = "127.0.0.1";

	@Test
	void aPortInUseIsNamedWithAWayOut() throws IOException {
		try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			int port = other.getLocalPort();
			String said = assertThrows(StartException.class, () -> ApiPort.needFree(new Api(HOST, port))).getMessage();
			assertTrue(said.startsWith("api.port " + port + " of 127.0.0.1: "), said);
			assertTrue(said.endsWith("SIGNALBOX_API_PORT=" + (port + 1)), said);
		}
	}

	@Test
	void aFreePortStaysFree() throws IOException {
		ApiPort.needFree(new Api(HOST, 0));
		int port;
		try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			port = other.getLocalPort();
		}
		ApiPort.needFree(new Api(HOST, port));
		new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
	}
}
