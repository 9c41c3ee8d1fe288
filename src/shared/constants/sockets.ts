/** The socket's reconnect delays and time-out; then what one connection may send. */
export const socketConstants = {
  path: '/socket.io',
  reconnectMinMs: 1_000,
  reconnectMaxMs: 5_000,
  timeoutMs: 20_000,
  /** How often the server sends a ping, and how late one may come before a browser calls itself offline. */
  pingEveryMs: 25_000,
  pingLateMs: 10_000,
  payloadMaxBytes: 16 * 1024,
  /** Events of any kind; a connection that sends ten times as many packets is cut. */
  eventsPerWindow: 60,
  eventsWindowMs: 10_000,
  /** The same of one account, over all of its connections on one node. */
  eventsOfAccount: 240,
  /** Events of one account that are worked on at once; further ones wait. */
  eventsAtOnce: 8,
  eventsWaitingMax: 240,
  /** Bytes that were not sent yet, of one connection, of one account and of all: beyond, the largest is cut. */
  unsentMaxBytes: 1024 * 1024,
  unsentOfAccountBytes: 4 * 1024 * 1024,
  unsentOfAllBytes: 32 * 1024 * 1024,
  /** What an unsent packet is counted at beside its data. */
  packetBytes: 200,
  /** Connections of one account at once, on one node. */
  perAccount: 20,
  /** Connections at once of an address, and of all, that have not said yet whose they are. */
  strangersPerAddress: 320,
  strangersMax: 1_000,
  /** Clients say who they are at once: one that was silent for so long is the first to give way. */
  silentMs: 1_000,
  /** How long one may take to say so. */
  connectMs: 10_000,
  /** How often a node looks whether the sessions of its sockets still hold. */
  sessionsEveryMs: 30_000,
} as const;
