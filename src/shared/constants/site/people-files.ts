/** The columns of a file with people. */
export const peopleFileColumns = ['username', 'name', 'email', 'group', 'password'] as const;
export type PeopleFileColumn = (typeof peopleFileColumns)[number];

export const peopleFileConstants = {
  bytesMax: 2_000_000,
  /** Each password is hashed while the admin waits. */
  rowsMax: 500,
  /** Rows that the page lists. */
  reportMax: 200,
} as const;
