export const ageConstants = {
  /** The highest age of a game and of a limit, in years; the column has two digits. */
  ageMax: 99,
} as const;
