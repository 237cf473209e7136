package io.signalbox.rest;

import io.signalbox.fib.AuditReport;
import io.signalbox.fib.FibAudit;
import io.signalbox.rest.dto.AuditDto;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Map;

/** {@code /audit}: whether the data plane holds what the RIB told it. */
@Path("/api/v1/audit")
@Produces(MediaType.APPLICATION_JSON)
public class AuditResource {
	private final FibAudit audit;

	public AuditResource(FibAudit audit) {
		this.audit = audit;
	}

	@GET
	public AuditDto getAudits() {
		List<AuditDto.Report> reports = audit.reports().stream().map(AuditResource::dto).toList();
		return new AuditDto(audit.intervalSeconds(), audit.totals().runs(), reports);
	}

	@POST
	public AuditDto.Report runAudit() {
		return dto(Await.result(audit.run()));
	}

	private static AuditDto.Report dto(AuditReport report) {
		List<AuditDto.Difference> differences = report.differences().entrySet().stream()
				.sorted(Map.Entry.comparingByKey())
				.map(found -> new AuditDto.Difference(
						Words.of(found.getKey()), found.getValue().found(), found.getValue().healed()))
				.toList();
		return new AuditDto.Report(report.started(), report.seconds(), report.routes(), report.slots(), report.samples(),
				report.cacheEntries(), report.longestHoldMillis(), differences, report.examples(), report.failure());
	}
}
