/** Sockets: reconnection, and the limits of connections and events. */
export const socketConstants = {
  path: '/socket.io',
  reconnectMinMs: 1_000,
  reconnectMaxMs: 5_000,
  timeoutMs: 20_000,
  /** How often the server sends a ping, and how late one may be before a page shows that it is offline. */
  pingEveryMs: 25_000,
  pingLateMs: 10_000,
  payloadMaxBytes: 16 * 1024,
  /** Events of any kind per window. A connection that sends ten times as many packets is closed. */
  eventsPerWindow: 60,
  eventsWindowMs: 10_000,
  /** Events per window of one account, over all its connections on one node. */
  eventsPerAccount: 240,
  /** Events of one account that run at once; further ones wait. */
  eventsAtOnce: 8,
  eventsWaitingMax: 240,
  /** Events of one connection that wait for its earlier events. */
  eventsInOrderMax: 60,
  /** Unsent bytes of one connection, of one account and in total. Above, the connection with most is closed. */
  unsentMaxBytes: 1024 * 1024,
  unsentPerAccountBytes: 4 * 1024 * 1024,
  unsentTotalBytes: 32 * 1024 * 1024,
  /** Bytes that an unsent packet counts in addition to its data. */
  packetBytes: 200,
  /** Connections of one account at once, on one node. */
  connectionsPerAccount: 20,
  /** Concurrent unauthenticated connections of one IP address, and in total. */
  unauthenticatedPerAddress: 320,
  unauthenticatedMax: 1_000,
  /** Clients authenticate at once. A connection that did not after this time is the first to be closed. */
  authenticationGraceMs: 1_000,
  /** How long authentication may take. */
  connectMs: 10_000,
  /** How often a node checks whether the sessions of its sockets are still valid. */
  sessionCheckMs: 30_000,
} as const;
