/** The longest texts that admins write about the site, in characters. */
export const siteTextConstants = {
  nameMax: 30,
  taglineMax: 60,
  welcomeMax: 1_000,
  announcementMax: 300,
  /** Of the rules, the imprint and the privacy page. */
  pageMax: 20_000,
  footerLinksMax: 6,
  footerLabelMax: 30,
  footerAddressMax: 300,
} as const;

/** Pages whose texts admins write. A page without a text does not exist. */
export const siteTextPages = ['rules', 'imprint', 'privacy'] as const;
export type SiteTextPage = (typeof siteTextPages)[number];

export const siteTextPageTitles: Record<SiteTextPage, string> = {
  rules: 'Rules',
  imprint: 'Imprint',
  privacy: 'Privacy',
};

/** Between what admins can set the prices and limits. */
export const siteRuleConstants = {
  gamePriceMinCents: 1,
  gamePriceMaxCents: 10_000_00,
  marketFeeMax: 50,
  dailyRewardMinCents: 1,
  dailyRewardMaxCents: 1_000_00,
  /** Of a day, and of a single time. */
  topUpMaxCents: 100_000_00,
  startingMoneyMaxCents: 10_000_00,
  codesPerDayMaxCents: 1_000_000_00,
  awardsMax: 1_000_000,
  playCycleMinMs: 1_000,
  playCycleMaxMs: 24 * 60 * 60 * 1000,
  /** The sum of the odds of all rarities, in tenths of a percent. */
  oddsSum: 1_000,
} as const;

export const setUpConstants = {
  linkMs: 24 * 60 * 60 * 1000,
  /** Links that can be used at a time: each start of a node makes one. */
  linksMax: 20,
} as const;

export const invitationConstants = {
  noteMax: 100,
  /** How many accounts can register with one invitation. */
  usesMax: 500,
  /** In days. */
  validDays: [1, 7, 30, 90],
  dayMs: 24 * 60 * 60 * 1000,
  /** Invitations that can still be used. */
  openMax: 200,
  /** A code has 43 characters. */
  codeMax: 64,
  pageSize: 20,
  pageMax: 100,
} as const;
