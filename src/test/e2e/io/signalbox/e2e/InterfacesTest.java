package io.signalbox.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@EndToEnd
class InterfacesTest {
	private final Lab lab;

	InterfacesTest(Lab lab) {
		this.lab = lab;
	}

	@Test
	void routesReturnWithAnInterfaceThatIsRemovedAndAddedAgainWhileOthersForward() {
		lab.reach(Lab.SERVER4);
		lab.rest().delete("/api/v1/interfaces/right");
		try {
			assertFalse(active(Lab.SERVERS4));
			lab.left().ping(Lab.FAR4, 5).succeeded();
			String output = lab.left().pingOnce(Lab.SERVER4);
			assertTrue(output.contains("Destination Net Unreachable"), output);
		} finally {
			lab.rest().post("/api/v1/interfaces", "application/json", """
					{"name": "right", "device": "%s", "addresses": ["%s/24", "%s/64"]}"""
					.formatted(lab.right().device(1), Lab.BOX_TO_RIGHT4, Lab.BOX_TO_RIGHT6));
		}
		assertTrue(active(Lab.SERVERS4));
		assertTrue(active(Lab.SERVERS6));
		lab.reach(Lab.SERVER4, Lab.SERVER6);
	}

	@DisplayName("R2 routes installed while their interface is down return with it without help")
	@Test
	void downThenUp() {
		lab.rest().patch("/api/v1/interfaces/right", "{\"adminUp\": false}");
		lab.rest().route("198.18.100.0/24", Lab.RIGHT4);
		try {
			lab.left().ping(Lab.FAR4, 3).succeeded();
			assertFalse(lab.left().ping(Lab.SERVER4, 1).status() == 0, "forwarded over an interface that is shut down");
			lab.rest().patch("/api/v1/interfaces/right", "{\"adminUp\": true}");
			assertTrue(active(Lab.SERVERS4));
			assertTrue(active("198.18.100.0/24"));
		} finally {
			lab.rest().patch("/api/v1/interfaces/right", "{\"adminUp\": true}");
			lab.rest().deleteRoute("198.18.100.0/24");
		}
		lab.reach(Lab.SERVER4, Lab.SERVER6);
	}

	@Test
	void anAddressThatIsAddedIsAnsweredForAndOneThatIsTakenAwayIsNot() {
		String address = "/api/v1/interfaces/left/addresses/192.0.2.77/24";
		lab.rest().put(address, "");
		lab.left().ping("192.0.2.77", 1).succeeded();
		lab.rest().delete(address);
		lab.left().must("ip", "neigh", "flush", "dev", "eth0");
		assertEquals(1, lab.left().ping("192.0.2.77", 1).status());
	}

	private boolean active(String prefix) {
		return lab.rest().get("/api/v1/routes/" + prefix).at("/routes/0/active").asBoolean();
	}
}
