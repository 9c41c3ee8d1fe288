export const ownGameConstants = {
  /** The ids of the games of the site start here. */
  idsFrom: 2_000_000_000,
  /** How many games of its own a site has at most. */
  gamesMax: 1_000,
  nameMax: 100,
  descriptionMax: 5_000,
  websiteMax: 300,
  /** What a PC needs to run a game, in one text. */
  requirementsMax: 2_000,
  ageRatingMax: 40,
  /** Links of a game besides its website. */
  linksMax: 5,
  linkLabelMax: 40,
  /** The longest address that owners get. */
  linkMax: 500,
  /** How many platforms, developers or publishers a game has at most. */
  namesMax: 8,
  /** The longest name of a platform, developer or publisher. */
  listedNameMax: 60,
  pageSize: 20,
  /** How many of them a search of the shop shows before the games of a catalog provider. */
  foundMax: 6,
  /** Pictures of a game besides its cover. */
  picturesMax: 12,
  pictureTextMax: 200,
} as const;
