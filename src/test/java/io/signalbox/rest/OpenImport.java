package io.signalbox.rest;

import java.io.IOException;
import java.net.Socket;
import java.net.URL;
import java.nio.charset.StandardCharsets;

/** A replacement of a source's routes whose body does not end: its client has sent a part and waits. */
final class OpenImport implements AutoCloseable {
	private final Socket socket;

	/** @param lengthHeader that says how long the body is */
	OpenImport(URL server, String path, String mediaType, String lengthHeader, byte[] part) throws IOException {
		socket = new Socket(server.getHost(), server.getPort());
		String head = String.join("\r\n",
				"PUT " + path + " HTTP/1.1", "Host: box", "Content-Type: " + mediaType, lengthHeader, "", "");
		socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
		socket.getOutputStream().write(part);
		socket.getOutputStream().flush();
	}

	/** The status that the client is answered with. */
	int status() throws IOException {
		String line = new String(socket.getInputStream().readNBytes("HTTP/1.1 200".length()), StandardCharsets.US_ASCII);
		return Integer.parseInt(line.substring("HTTP/1.1 ".length()));
	}

	/** The client goes away. */
	@Override
	public void close() throws IOException {
		socket.close();
	}
}
