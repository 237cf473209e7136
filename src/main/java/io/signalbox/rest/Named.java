package io.signalbox.rest;

import io.signalbox.interfaces.Interface;
import io.signalbox.interfaces.Interfaces;
import io.signalbox.net.Shown;
import java.util.function.UnaryOperator;

/** Interfaces that a request names, other than as the resource itself. */
final class Named {
	private Named() {}

	/** The interface; where there is none of that name, a problem that names those there are, told {@code where}. */
	static Interface require(Interfaces interfaces, String name, UnaryOperator<ProblemException> where) {
		return interfaces.find(name).orElseThrow(() -> where.apply(unknown(interfaces, name)));
	}

	private static ProblemException unknown(Interfaces interfaces, String name) {
		String known = String.join(", ", interfaces.names().values().stream().sorted().toList());
		return ProblemException.notFound("There is no interface " + Shown.quoted(name) + ". "
				+ (known.isEmpty() ? "There is none." : "There are: " + known));
	}
}
