package io.signalbox.vdev;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Capture files of libpcap's first format: a header of 24 bytes, then each frame after a header of 16. */
final class Pcap {
	private static final int MICROSECONDS = 0xa1b2c3d4;
	private static final int NANOSECONDS = 0xa1b23c4d;
	private static final int ETHERNET_LINK = 1;

	private Pcap() {}

	static void write(Path file, List<byte[]> frames) throws IOException {
		int size = 24 + frames.stream().mapToInt(frame -> 16 + frame.length).sum();
		ByteBuffer bytes = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
		bytes.putInt(MICROSECONDS).putShort((short) 2).putShort((short) 4).putLong(0).putInt(65_535).putInt(ETHERNET_LINK);
		for (byte[] frame : frames) {
			bytes.putLong(0).putInt(frame.length).putInt(frame.length).put(frame);
		}
		Files.write(file, bytes.array());
	}

	static List<byte[]> read(Path file) throws IOException {
		ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
		int magic = bytes.getInt(0);
		if (magic != MICROSECONDS && magic != NANOSECONDS) {
			throw new IOException(file + " is no capture of this machine: " + Integer.toHexString(magic));
		}
		List<byte[]> frames = new ArrayList<>();
		for (int at = 24; at < bytes.limit();) {
			byte[] frame = new byte[bytes.getInt(at + 8)];
			bytes.get(at + 16, frame);
			frames.add(frame);
			at += 16 + frame.length;
		}
		return frames;
	}
}
