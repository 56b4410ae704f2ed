/* Limits of sockets. Times in milliseconds, sizes in bytes. */

/**
 * Reach of the replay for a reconnecting client: longer than all its reconnection attempts need, and bounded in memory.
 */
export const replayWindowMs = 2 * 60_000
export const replayEntries = 500

/** Clients only say small things; files travel over HTTP. */
export const maxMessageBytes = 64 * 1024
/**
 * An agent types and switches tickets; this is ten times that. Beyond it messages are dropped, and a flood is cut off.
 */
export const eventBurst = 40
export const eventsPerSecond = 2
export const eventsBeforeCut = 200

/** Tabs and devices of one person. */
export const socketsPerUser = 12
/** Bounds what one company can take of a node's memory (some 50 KB each). */
export const socketsPerTenant = 5_000

/**
 * A client that takes nothing for this long, or has this much waiting, is dropped: it reconnects and is replayed or
 * told to resync.
 */
export const stallMs = 10_000
export const stallBytes = 1_048_576
/** Interval of checks of sockets: stalled clients, sessions that ended unnoticed, streams without a client. */
export const rounds = 5_000
/** Within this time all streams of a node are told that they may have missed something. */
export const resyncSpreadMs = 1_000

/** Time between opening a connection and authenticating it. */
export const handshakeMs = 10_000
/** Connections that one network may open in a minute: a company of hundreds comes back at once after an update. */
export const handshakesPerMinute = 1_200
/** A dead peer is noticed after the sum of both. Proxies commonly cut connections that are silent for 60 s. */
export const pingEveryMs = 20_000
export const pongWithinMs = 20_000
