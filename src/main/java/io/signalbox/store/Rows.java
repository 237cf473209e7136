package io.signalbox.store;

/** The stored objects as a write sees them, within its transaction. All or nothing of it becomes durable. */
public interface Rows {
	/** The API made it this. */
	void put(Kind kind, String key, String json);

	/** The API deleted it: that is kept where the configuration file has it, else nothing is. */
	void delete(Kind kind, String key);

	/** The same of all whose key begins so. */
	void deleteUnder(Kind kind, String prefix);

	/** The API has no say in it any more; returns how many objects were forgotten. */
	int forget(Kind kind, String key);

	/** The same of all whose key begins so. */
	int forgetUnder(Kind kind, String prefix);

	/** The same of all there is. */
	int forgetAll();
}
