/** Limits of lists that the Realm API returns at once, where a screen has pages. */
export const realmListConstants = {
  rowsMax: 1_000,
  /** Trade offers, each with up to 20 cards. */
  offersMax: 100,
  /** Bytes of the texts in one list, such as comments, messages or names. The oldest are left out. */
  textBytes: 256 * 1024,
  /** Comments of each discussion in the list of all discussions, and of all of them together. */
  commentsPerDiscussionMax: 100,
  commentsMax: 10_000,
  /** After this many bytes, the list of all discussions has only previews of `previewLength` characters. */
  contentsBytes: 2 * 1024 * 1024,
  previewLength: 100,
  /** After this many bytes, the list has no further comments. */
  commentsBytes: 2 * 1024 * 1024,
  /** Friends of each player in the list of all players; the same for games. */
  gamesAndFriendsEachMax: 100,
  /** After this many bytes, the other players are listed without friends and games. */
  gamesAndFriendsBytes: 1024 * 1024,
  /** Maximum age of cached lists that are the same for everybody. */
  freshMs: 2_000,
} as const;
