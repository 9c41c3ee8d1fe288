/** The filters of the list of people of admins. The first one is the default. */
export const peopleFilters = [
  'registered',
  'new',
  'moderators',
  'admins',
  'suspended',
  'muted',
  'unconfirmed',
  'guests',
  'examples',
] as const;
export type PeopleFilter = (typeof peopleFilters)[number];

export const adminPeopleConstants = {
  pageSize: 25,
  /** How many found accounts are counted and can be paged through. */
  countMax: 10_000,
  searchMax: 100,
  /** For how many days an account counts as new. */
  newDays: 7,
} as const;
