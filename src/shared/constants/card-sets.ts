/** The card sets of the games of the site. */
export const cardSetConstants = {
  cardsMin: 3,
  cardsMax: 30,
  /** How many kinds all versions of a game's set have together. */
  kindsMax: 500,
  /** How many versions a game's set has. Whether a set is complete is checked against all of them. */
  versionsMax: 100,
  nameMax: 40,
  descriptionMax: 120,
  /** How many empty rows a new set begins with. */
  firstRows: 5,
} as const;
