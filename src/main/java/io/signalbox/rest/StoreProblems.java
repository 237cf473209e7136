package io.signalbox.rest;

import io.signalbox.store.StoreException;
import jakarta.ws.rs.core.Response;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** What the store refuses, as problems. */
final class StoreProblems {
	private final ProblemMapper mapper;

	StoreProblems(ProblemMapper mapper) {
		this.mapper = mapper;
	}

	@ServerExceptionMapper
	Response refused(StoreException refused) {
		ProblemType type = switch (refused.reason()) {
			case FULL -> ProblemType.DISK_FULL;
			case UNAVAILABLE -> ProblemType.NOT_STORED;
		};
		return mapper.problem(ProblemException.of(type, refused.getMessage()));
	}
}
