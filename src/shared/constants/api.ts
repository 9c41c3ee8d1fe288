/** What clients of the wire are given at once, where a screen would have pages. */
export const apiConstants = {
  rowsMax: 1_000,
  /** Bytes of the texts of one list, such as comments, messages or names: the oldest are cut. */
  textBytes: 256 * 1024,
  /** Of each discussion in the list of all, and of all of them. */
  commentsEach: 100,
  commentsMax: 10_000,
  /** Beyond so many bytes of discussions the list of all has beginnings of this length alone. */
  contentsBytes: 2 * 1024 * 1024,
  previewLength: 100,
  /** Beyond so many it has no further comments. */
  commentsBytes: 2 * 1024 * 1024,
  /** Friends, and games, of each player in the list of all. */
  belongingsEach: 100,
  /** Beyond so many bytes of them the other players are listed without. */
  belongingsBytes: 1024 * 1024,
  /** Lists that are the same for everybody may be as old as this. */
  freshMs: 2_000,
} as const;
