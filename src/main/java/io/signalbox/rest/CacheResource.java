package io.signalbox.rest;

import io.signalbox.cache.CacheChange;
import io.signalbox.cache.RouteCache;
import io.signalbox.dataplane.CacheEntry;
import io.signalbox.dataplane.CacheSettings;
import io.signalbox.dataplane.Dataplane;
import io.signalbox.net.Shown;
import io.signalbox.rest.dto.CacheDto;
import io.signalbox.stats.StatisticsReader;
import io.signalbox.store.StoredCache;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jboss.resteasy.reactive.RestHeader;
import org.jboss.resteasy.reactive.RestQuery;

/** {@code /cache}: the cores' route caches. */
@Path("/api/v1/cache")
@Produces(MediaType.APPLICATION_JSON)
public class CacheResource {
	private static final int LIMIT = 1_000;
	private static final int LIMIT_MAX = 10_000;

	private final RouteCache cache;
	private final StoredCache stored;
	private final Dataplane dataplane;
	private final StatisticsReader statistics;
	private final Vrfs vrfs;

	CacheResource(
			RouteCache cache, StoredCache stored, Dataplane dataplane, StatisticsReader statistics, Vrfs vrfs) {
		this.cache = cache;
		this.stored = stored;
		this.dataplane = dataplane;
		this.statistics = statistics;
		this.vrfs = vrfs;
	}

	@GET
	public Response getCache() {
		return answer(cache.settings());
	}

	@PATCH
	@Consumes(MediaType.APPLICATION_JSON)
	public Response changeCache(@RestHeader(HttpHeaders.IF_MATCH) String ifMatch, CacheChange body) {
		CacheChange change = Body.required(body);
		if (change.equals(CacheChange.NOTHING)) {
			throw ProblemException.member("", "Nothing to change: give mode, entriesPerCore, ways, maxAgeSeconds,"
					+ " insertProbability or bypassBelowHitRate");
		}
		change.problems().forEach((name, sentence) -> {
			throw ProblemException.member("/" + name, "/" + name + ": " + sentence);
		});
		Guard guard = new Guard(ifMatch, null);
		return answer(stored.change(change, before -> guard.check(Optional.of(Etag.of(before)))));
	}

	@POST
	@Path("flush")
	public void flushCache() {
		dataplane.flushCache();
	}

	@GET
	@Path("entries")
	public CacheDto.Entries listCacheEntries(@RestQuery String core, @RestQuery String limit) {
		int most = Parameters.integer("limit", limit, 1, LIMIT_MAX, LIMIT);
		List<String> cores = cores();
		if (core != null && !cores.contains(core)) {
			throw ProblemException.notFound(
							"There is no core " + Shown.quoted(core) + " with a route cache. There are: " + String.join(", ", cores))
					.atParameter("core");
		}
		Map<Integer, String> names = vrfs.names();
		List<CacheDto.Entry> entries = new ArrayList<>();
		for (int worker = 0; worker < cores.size() && entries.size() < most; worker++) {
			String name = cores.get(worker);
			if (core == null || core.equals(name)) {
				for (CacheEntry entry : dataplane.cacheEntries(worker, most - entries.size())) {
					entries.add(CacheDtos.of(name, names.getOrDefault(entry.vrf(), "gone"), entry));
				}
			}
		}
		return new CacheDto.Entries(entries);
	}

	/** The workers' names, by number. */
	private List<String> cores() {
		int workers = dataplane.system().workers().size();
		return IntStream.range(0, workers).mapToObj(worker -> StatisticsReader.coreName(worker, workers)).toList();
	}

	private Response answer(CacheSettings settings) {
		CacheDto dto = CacheDtos.of(settings, dataplane.cacheStates(), statistics.read().cores());
		return Response.ok(dto).header(HttpHeaders.ETAG, Etag.of(settings)).build();
	}
}
