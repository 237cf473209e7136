// The page: asks the REST API for figures, makes rates of two readings, and writes text (never markup) into the tables.
const API = "/api/v1";
const PERIOD = 2000; // milliseconds
const whole = new Intl.NumberFormat("en");
const at = (id) => document.getElementById(id);

let previous; // the reading that rates are counted from

async function get(path) {
	const answer = await fetch(path, { headers: { Accept: "application/json" } });
	const body = await answer.json();
	if (!answer.ok) {
		throw new Error(body.detail ?? body.title ?? `${path}: ${answer.status}`);
	}
	return body;
}

function element(name, text, className) {
	const made = document.createElement(name);
	made.textContent = text;
	if (className) {
		made.className = className;
	}
	return made;
}

function row(name, ...cells) {
	const made = document.createElement("tr");
	const head = element("th", name);
	head.scope = "row";
	made.append(head, ...cells);
	return made;
}

const cell = (text, className) => element("td", text, className);
const number = (text) => cell(text, "number");

function fill(id, rows, empty, columns) {
	if (rows.length === 0) {
		const nothing = cell(empty, "quiet");
		nothing.colSpan = columns;
		const made = document.createElement("tr");
		made.append(nothing);
		rows = [made];
	}
	at(id).replaceChildren(...rows);
}

function bytes(count) {
	const units = ["B", "KiB", "MiB", "GiB", "TiB"];
	let unit = 0;
	while (count >= 1024 && unit < units.length - 1) {
		count /= 1024;
		unit++;
	}
	return `${unit === 0 ? count : count.toFixed(1)} ${units[unit]}`;
}

function duration(seconds) {
	const minutes = Math.floor(seconds / 60);
	if (minutes < 1) {
		return `${Math.floor(seconds)} s`;
	}
	return minutes < 60 ? `${minutes} min` : minutes < 2880 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${Math.floor(minutes / 1440)} days`;
}

// What grew since the previous reading, a second. Absent on the first reading or when a counter began anew.
function rate(now, before, seconds) {
	return before === undefined || now < before || !(seconds > 0) ? undefined : (now - before) / seconds;
}

// Three digits and an SI prefix.
function perSecond(value) {
	if (value === undefined) {
		return "–";
	}
	const prefixes = ["", " k", " M", " G", " T"];
	let prefix = 0;
	while (value >= 999.5 && prefix < prefixes.length - 1) {
		value /= 1000;
		prefix++;
	}
	return Number(value.toPrecision(3)) + prefixes[prefix];
}

// The mode that runs, and whether it is the interface's own.
function rpFilter(each) {
	const made = cell(each.state.rpFilter);
	if (!each.rpFilter) {
		made.append(element("small", "by default"));
	}
	return made;
}

function showInterfaces(interfaces, statistics) {
	const seconds = previous && (Date.parse(statistics.at) - Date.parse(previous.statistics.at)) / 1000;
	const figures = new Map(statistics.interfaces.map((each) => [each.interface, each]));
	const before = new Map(previous?.statistics.interfaces.map((each) => [each.interface, each]));
	fill("interfaces", interfaces.map((each) => {
		const now = figures.get(each.name);
		const then = before.get(each.name);
		const counted = (name) => rate(now?.counters[name] ?? 0, then?.counters[name], seconds);
		const bits = (name) => { const value = counted(name); return value === undefined ? value : value * 8; };
		const up = each.adminUp && each.state.linkUp;
		return row(each.name,
			cell(each.adminUp ? (each.state.linkUp ? "up" : "no link") : "shut down", up ? "good" : "bad"),
			cell([...each.addresses, ...(each.kernelAddresses ?? []), each.state.linkLocal].join(", ")), rpFilter(each),
			number(perSecond(counted("rx_packets"))), number(perSecond(bits("rx_bytes"))),
			number(perSecond(counted("tx_packets"))), number(perSecond(bits("tx_bytes"))),
			number(perSecond(rate(now?.drops ?? 0, then?.drops, seconds))), number(whole.format(now?.drops ?? 0)));
	}), "There are no interfaces yet.", 10);
	const select = at("lookup").elements.interface;
	const names = interfaces.map((each) => each.name);
	if ([...select.options].slice(1).map((option) => option.value).join() !== names.join()) {
		const chosen = select.value;
		select.replaceChildren(select.options[0], ...names.map((name) => new Option(name, name)));
		select.value = names.includes(chosen) ? chosen : "";
	}
}

function showWorkers(workers, statistics) {
	const before = new Map(previous?.statistics.cores.map((each) => [each.core, each.counters]));
	const seconds = previous && (Date.parse(statistics.at) - Date.parse(previous.statistics.at)) / 1000;
	const cpus = new Map(workers.map((each) => [each.core, each.cpu]));
	fill("workers", statistics.cores.filter((each) => each.role === "worker").map((each) => {
		const then = before.get(each.core);
		const busy = rate(each.counters.busy_cycles, then?.busy_cycles, 1);
		const idle = rate(each.counters.idle_cycles, then?.idle_cycles, 1);
		const share = busy === undefined || idle === undefined || busy + idle === 0 ? undefined : busy / (busy + idle);
		const load = cell("");
		if (share === undefined) {
			load.textContent = "–";
		} else {
			const meter = document.createElement("meter");
			meter.value = share;
			meter.high = 0.9;
			meter.setAttribute("aria-label", `${each.core} busy`);
			load.append(meter, `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`);
		}
		return row(each.core, cell(cpus.get(each.core) ?? "–"), load,
			number(perSecond(rate(each.counters.punted, then?.punted, seconds))));
	}), "No worker runs.", 4);
}

function showCache(cache) {
	const percent = (share) => share === undefined ? "–" : `${(share * 100).toFixed(1)} %`;
	const cycles = (value) => value === undefined ? "–" : value.toFixed(1);
	at("cache-settings").textContent = `${cache.mode}, ${whole.format(cache.entriesPerCore)} entries a table, ${cache.ways} ways, `
		+ `${duration(cache.maxAgeSeconds)} at most, ${percent(cache.insertProbability)} of misses kept`;
	fill("cache", cache.cores.flatMap((core) => core.tables.map((table) => {
		const decision = cell(table.inUse ? "in use" : "bypassed", table.inUse ? "good" : "");
		decision.append(element("small", table.detail));
		return row(core.core, cell(`${table.family === "ipv4" ? "IPv4" : "IPv6"} ${table.kind === "pair" ? "pairs" : "routes"}`), decision,
			number(cycles(table.cyclesWith)), number(cycles(table.cyclesWithout)), number(percent(table.hitRate)),
			number(whole.format(table.filled)), number(bytes(table.bytes)));
	})), "No worker runs.", 8);
}

function showDrops(drops) {
	const seconds = previous && (Date.parse(drops.at) - Date.parse(previous.drops.at)) / 1000;
	const before = new Map(previous?.drops.reasons.map((each) => [each.reason, each.packets]));
	const happened = drops.reasons.filter((each) => each.packets > 0).sort((a, b) => b.packets - a.packets);
	fill("drops", happened.map((each) => {
		const made = row(each.reason, number(whole.format(each.packets)),
			number(perSecond(rate(each.packets, before.get(each.reason), seconds))));
		made.firstChild.append(element("small", each.help));
		return made;
	}), "No packet has been dropped.", 3);
}

function showFib(fib) {
	fill("fib", fib.families.map((each) => row(each.family === "ipv4" ? "IPv4" : "IPv6",
		number(whole.format(each.routes)), number(whole.format(each.routesMax - each.routes)),
		number(bytes(each.bytes)), number(whole.format(each.generation)))), "", 5);
}

function showSystem(system) {
	const plane = system.dataPlane;
	const room = (each) => `${whole.format(each.used)} of ${whole.format(each.max)}`;
	const pools = system.host.hugepages.filter((each) => each.total > 0)
		.map((each) => `${each.free} of ${each.total} x ${bytes(each.pageKib * 1024)} free`);
	const facts = {
		"Data plane": plane.running ? `${plane.dpdkVersion}, ${plane.hugePages ? "on hugepages" : "without hugepages"}` : "does not run",
		"Packet buffers": room(plane.packetBuffers),
		"EAL memory": bytes(plane.memoryBytes),
		"Hugepages": pools.join(", ") || "none",
		"Java": `${system.host.javaVersion}, ${system.host.cpus} CPUs`,
	};
	if (system.capacity) {
		facts["Interfaces"] = room(system.capacity.interfaces);
		facts["Nexthops"] = room(system.capacity.nexthops);
		facts["Neighbors"] = room(system.capacity.neighbors);
	}
	list(at("system"), facts);
	at("facts").textContent = `version ${system.version}, up ${duration(system.uptimeSeconds)}`;
}

function list(into, facts) {
	into.replaceChildren(...Object.entries(facts).flatMap(([name, value]) => [element("dt", name), element("dd", value)]));
}

async function showState() {
	const answer = await fetch("/q/health/ready");
	const health = await answer.json();
	const wrong = health.checks.filter((each) => each.status !== "UP").map((each) => each.name);
	at("state").textContent = answer.ok ? "ready" : `not ready: ${wrong.join(", ")}`;
	at("state").className = answer.ok ? "good" : "bad";
}

async function refresh() {
	try {
		const [system, interfaces, statistics, cache, drops, fib] = await Promise.all(
			["/system", "/interfaces", "/statistics", "/cache", "/statistics/drops", "/statistics/fib"].map((path) => get(API + path)));
		await showState();
		showSystem(system);
		showInterfaces(interfaces.interfaces, statistics);
		showWorkers(system.dataPlane.workers, statistics);
		showCache(cache);
		showDrops(drops);
		showFib(fib);
		previous = { statistics, drops };
		at("problem").hidden = true;
	} catch (wrong) {
		previous = undefined;
		at("problem").textContent = `The figures could not be read: ${wrong.message}`;
		at("problem").hidden = false;
	}
}

function sourceVerdict(source) {
	const route = source.matchedPrefix ? ` Source in ${source.matchedPrefix}${source.interface ? ` by ${source.interface}` : ""}.` : "";
	return `${source.mode}: ${source.verdict}. ${source.detail}${route}`;
}

async function lookup() {
	const asked = new URLSearchParams([...new FormData(at("lookup"))].map(([name, value]) => [name, value.trim()]).filter(([, value]) => value));
	const into = at("verdict");
	try {
		const verdict = await get(`${API}/lookup?${asked}`);
		const facts = {
			"Verdict": verdict.outcome + (verdict.dropReason ? `: ${verdict.dropReason}. ${verdict.dropHelp ?? ""}` : ""),
			"Matched": verdict.matchedPrefix && `${verdict.matchedPrefix} (${verdict.source ?? "no source"}, ${verdict.type})`,
			"Leaves by": verdict.interface && `${verdict.interface}, MTU ${verdict.mtu}`,
			"To": verdict.address && `${verdict.address}${verdict.mac ? ` at ${verdict.mac}` : ""} (${verdict.neighborState ?? "no neighbor"})`,
			"rp_filter": verdict.rpFilter && sourceVerdict(verdict.rpFilter),
			"Cached on": verdict.cachedOn.join(", "),
		};
		const made = document.createElement("dl");
		list(made, Object.fromEntries(Object.entries(facts).filter(([, value]) => value)));
		into.replaceChildren(made);
	} catch (wrong) {
		into.replaceChildren(element("p", wrong.message, "problem"));
	}
}

// A lookup can be linked to: /?destination=203.0.113.9
function lookupOfAddress() {
	const form = at("lookup");
	for (const [name, value] of new URLSearchParams(location.search)) {
		if (form.elements[name]) {
			form.elements[name].value = value;
		}
	}
	return form.elements.destination.value ? lookup() : undefined;
}

at("lookup").addEventListener("submit", (event) => {
	event.preventDefault();
	lookup();
});
await refresh();
await lookupOfAddress();
for (;;) {
	await new Promise((resolve) => setTimeout(resolve, PERIOD));
	if (at("refresh").checked && document.visibilityState === "visible") {
		await refresh();
	}
}
