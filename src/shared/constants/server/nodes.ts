/** Several nodes that share one database. */
export const nodeConstants = {
  /** How often a node updates its row, in milliseconds. */
  heartbeatMs: 5_000,
  /** A node whose row is older is dead, in milliseconds. */
  deadAfterMs: 30_000,
  /** For how long events are collected before they are sent to the other nodes, in milliseconds. */
  eventBatchMs: 10,
  /** The most bytes of one text of events. Postgres allows less than 8,000 for a notification. */
  eventTextBytes: 7_500,
  /** The bytes of events that wait while the connection between the nodes is broken. Above, all are dropped. */
  eventsWaitingBytes: 8 * 1024 * 1024,
  /** The entries of the event stream in Redis that are kept, about. */
  eventStreamEntries: 20_000,
  /** After lost events, clients load their data again within this time, in milliseconds. */
  resynchronizeMs: 5_000,
  /** How long a shared rate limiter may take, and for how long it is not used after a failure. */
  rateLimiterTimeoutMs: 1_000,
  rateLimiterPauseMs: 2_000,
} as const;
