/** Chat messages. */
export const chatConstants = {
  textMax: 1_000,
  /** The last 5 messages are shown first; Show More adds 5. */
  shownFirst: 5,
  shownMore: 5,
  /** Messages in one reply to a client that requests missed messages. */
  missedMax: 200,
  /** Bytes of text in one such reply. */
  missedBytes: 128 * 1024,
  /** A player can send ten messages in ten seconds. */
  perWindow: 10,
  windowMs: 10_000,
  /** A client that received nothing for this long requests the messages after its last number. */
  catchUpAfterMs: 30_000,
  /** How long the typing indicator is shown after the last event. */
  typingMs: 5_000,
  /** Conversations on a page, and how many can be paged through. */
  pageSize: 20,
  pagedMax: 10_000,
} as const;
