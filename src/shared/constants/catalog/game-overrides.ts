/** What editors of the site can change on games of other sources, so that the source no longer changes it. */
export const overridableFields = [
  'name',
  'description',
  'cover',
  'genres',
  'website',
  'links',
  'ageRating',
] as const;

export type OverridableField = (typeof overridableFields)[number];

/** How many earlier names of a game still find it. */
export const earlierNamesMax = 20;

/** How long texts of games of other sources are at most: as long as those of the games database. */
export const editedGameLimits = {
  nameMax: 200,
  descriptionMax: 20_000,
  websiteMax: 2_000,
} as const;
