/** Chat messages, which are the private messages. */
export const chatConstants = {
  textMax: 1_000,
  /** The last 5 first, Show More adds 5. */
  shownFirst: 5,
  shownMore: 5,
  /** So many are answered at once to a client that asks for what it missed. */
  missedMax: 200,
  /** The same in bytes of text. */
  missedBytes: 128 * 1024,
  /** Ten messages in ten seconds. */
  perWindow: 10,
  windowMs: 10_000,
  /** A client that has heard nothing for so long asks for what is after its last number. */
  silentMs: 30_000,
  /** What is still sent when its refusal is known is read for so long at most. */
  readOnMs: 120_000,
  /** A conversation whose other side is seen typing stops being so after this. */
  typingMs: 5_000,
  /** Conversations on a page, and so many can be paged through. */
  pageSize: 20,
  pagedMax: 10_000,
} as const;
