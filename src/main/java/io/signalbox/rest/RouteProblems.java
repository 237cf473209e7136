package io.signalbox.rest;

import io.signalbox.feed.bulk.BadRouteException;
import io.signalbox.feed.bulk.RejectedException;
import io.signalbox.feed.bulk.Rejections.Rejection;
import io.signalbox.feed.mrt.RefusedException;
import io.signalbox.imports.ImportCancelledException;
import io.signalbox.imports.ImportRunningException;
import io.signalbox.imports.NoRollbackException;
import io.signalbox.rib.RibClosedException;
import io.signalbox.rib.UnknownSourceException;
import jakarta.ws.rs.core.Response;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** What the route road refuses, as problems. */
final class RouteProblems {
	private final ProblemMapper mapper;

	RouteProblems(ProblemMapper mapper) {
		this.mapper = mapper;
	}

	@ServerExceptionMapper
	Response rejected(RejectedException rejected) {
		Rejection rejection = rejected.rejection();
		return mapper.problem(of(rejection.problem()).element(rejection.index()));
	}

	@ServerExceptionMapper
	Response bad(BadRouteException bad) {
		return mapper.problem(of(bad));
	}

	/** Of an MRT file. */
	@ServerExceptionMapper
	Response refused(RefusedException refused) {
		String detail = refused.getMessage();
		ProblemException problem =
				switch (refused.reason()) {
					case BROKEN, NO_ROUTES -> ProblemException.member("", detail);
					case PEER -> ProblemException.parameter("peer", detail);
					case TOO_MUCH -> ProblemException.of(ProblemType.TOO_LARGE, detail);
				};
		return mapper.problem(refused.finding().map(found -> problem.element(found.record())).orElse(problem));
	}

	@ServerExceptionMapper
	Response running(ImportRunningException running) {
		return mapper.problem(ProblemException.of(ProblemType.CONFLICT, running.getMessage()));
	}

	@ServerExceptionMapper
	Response cancelled(ImportCancelledException cancelled) {
		return mapper.problem(ProblemException.of(ProblemType.CONFLICT, cancelled.getMessage()));
	}

	@ServerExceptionMapper
	Response noRollback(NoRollbackException unknown) {
		return mapper.problem(ProblemException.of(ProblemType.CONFLICT, unknown.getMessage()));
	}

	@ServerExceptionMapper
	Response unknownSource(UnknownSourceException unknown) {
		return mapper.problem(ProblemException.notFound(unknown.getMessage()));
	}

	@ServerExceptionMapper
	Response closed(RibClosedException closed) {
		return mapper.problem(ProblemException.of(ProblemType.NOT_RUNNING, closed.getMessage()));
	}

	private static ProblemException of(BadRouteException bad) {
		return bad.canonical()
				.map(canonical -> ProblemException.nonCanonical(bad.getMessage(), canonical).at(bad.pointer()))
				.orElseGet(() -> ProblemException.member(bad.pointer(), bad.getMessage()));
	}
}
