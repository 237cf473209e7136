package io.signalbox.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.signalbox.rest.dto.RouteDto;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.OutputStream;

/** A listing as NDJSON, fetched page by page while the client reads: a slow client holds nothing up. */
final class RouteStream implements StreamingOutput {
	private static final int PAGE = 2_000;

	private final RouteListing listing;
	private final ObjectWriter writer;
	private final long most;
	private RouteDto.Page page;

	/** Fetches the first page, so that a wrong cursor is answered as a problem. */
	RouteStream(RouteListing listing, ObjectMapper json, String after, long most) {
		this.listing = listing;
		this.writer = json.writerFor(RouteDto.class)
				.with(new MinimalPrettyPrinter("\n"))
				.without(SerializationFeature.FLUSH_AFTER_WRITE_VALUE)
				.without(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
		this.most = most;
		this.page = listing.page(after, size(most));
	}

	@Override
	public void write(OutputStream out) throws IOException {
		long left = most;
		try (JsonGenerator lines = writer.createGenerator(out)) {
			while (true) {
				for (RouteDto route : page.routes()) {
					writer.writeValue(lines, route);
				}
				left -= page.routes().size();
				if (left == 0 || page.next().isEmpty()) {
					break;
				}
				page = listing.page(page.next().get(), size(left));
			}
			if (left < most) {
				lines.writeRaw('\n');
			}
		}
	}

	private static int size(long left) {
		return (int) Math.min(PAGE, left);
	}
}
