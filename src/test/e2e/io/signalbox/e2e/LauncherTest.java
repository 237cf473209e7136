package io.signalbox.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.e2e.Shell.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@EndToEnd
class LauncherTest {
	@Test
	void withoutACommandItSaysHowItIsUsed() {
		Outcome outcome = Shell.bash("./signalbox");
		assertEquals(2, outcome.status());
		assertTrue(outcome.output().contains("usage: ./signalbox COMMAND"), outcome::toString);
	}

	@Test
	void itKnowsItsFolderFromAnywhere() {
		assertTrue(Shell.run("bash", "-c", "cd / && '" + Project.LAUNCHER + "' help").succeeded().contains("run --config"));
	}

	@ParameterizedTest(name = "{0}")
	@CsvSource({
		"run fast, fast",
		"run --config, one file",
		"run --config /nowhere/box.yaml, /nowhere/box.yaml",
		"bench nonsense, nonsense",
		"test me, no arguments"})
	void wrongArgumentsAreNamed(String arguments, String named) {
		Outcome outcome = Shell.bash("./signalbox " + arguments);
		assertEquals(1, outcome.status(), outcome::toString);
		assertTrue(outcome.output().contains(named), outcome::toString);
	}

	@Test
	void withoutTheRightsTheDemoSaysWhatItNeeds() {
		Outcome outcome = Shell.bash("setpriv --bounding-set -sys_admin,-net_admin ./signalbox run");
		assertEquals(1, outcome.status(), outcome::toString);
		for (String needed : new String[] {"CAP_SYS_ADMIN", "CAP_NET_ADMIN", "network namespaces", "sudo ./signalbox run"}) {
			assertTrue(outcome.output().contains(needed), outcome::toString);
		}
	}

	@Test
	void theDoctorKnowsThisMachine() {
		String output = Shell.bash("./signalbox doctor").succeeded();
		for (String finding : new String[] {"packages", "JDK", "rights", "CPUs", "hugepages"}) {
			assertTrue(output.contains(finding), output);
		}
	}
}
