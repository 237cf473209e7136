package io.signalbox.config;

/** Where a value of the configuration comes from. */
public enum Origin {
	DEFAULT,
	FILE,
	/** A variable of the environment. */
	ENVIRONMENT,
	/** The API: what it changed is kept in the stateDirectory. */
	STORE
}
