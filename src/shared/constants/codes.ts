/** What a code gives: money, a game, a card, membership in a group, or an invitation to register. */
export const codeKinds = ['money', 'game', 'card', 'group', 'invitation'] as const;
export type CodeKind = (typeof codeKinds)[number];

export const codeConstants = {
  /** Crockford's base32: no letter that looks like a digit, and no U. */
  alphabet: '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
  /** Of 5 bits each: 100 bits, of which the first group (20 bits) is stored as it is. */
  letters: 20,
  group: 4,
  /** A typed code, with separators. */
  typedMax: 60,
  noteMax: 100,
  /** Codes of a batch. */
  batchMax: 500,
  /** Uses of a code. */
  usesMax: 500,
  accountMax: 100,
  /** In days. */
  validDays: [1, 7, 30, 90, 365],
  dayMs: 24 * 60 * 60 * 1000,
  /** Uses of all codes that are made on a UTC day. */
  usesPerDay: 5_000,
  /** The money of all codes that are made on a UTC day, until an admin sets another sum. */
  perDayCents: 10_000_00,
  /** Batches of a page, and codes of a page of a batch. */
  pageSize: 20,
  codesPageSize: 50,
  pageMax: 100,
} as const;
