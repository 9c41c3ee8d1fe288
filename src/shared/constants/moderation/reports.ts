/** What can be reported to moderators. */
export const reportKinds = [
  'profile-comment',
  'discussion',
  'discussion-comment',
  'picture',
  'message',
  'profile',
] as const;
export type ReportKind = (typeof reportKinds)[number];

/**
 * The kinds of things that moderators hide where these stand. Messages are hidden on the page of their case, and
 * profiles cannot be hidden.
 */
export const hideableOnPages = [
  'profile-comment',
  'discussion',
  'discussion-comment',
  'picture',
] as const satisfies readonly ReportKind[];
export type HideableOnPages = (typeof hideableOnPages)[number];

/** Why something is reported. */
export const reportReasons = [
  'spam',
  'harassment',
  'sexual-or-violent',
  'cheating',
  'private-data',
  'other',
] as const;
export type ReportReason = (typeof reportReasons)[number];

/** What reporters learn when their case is closed. */
export const caseOutcomes = ['acted', 'nothing'] as const;
export type CaseOutcome = (typeof caseOutcomes)[number];

export const caseOutcomeTexts: Readonly<Record<CaseOutcome, string>> = {
  acted: 'We acted on it.',
  nothing: 'We found nothing against the rules.',
};

/** What moderators can do to the author of a reported thing when they close its case. */
export const sanctions = ['none', 'warn', 'mute', 'suspend'] as const;
export type Sanction = (typeof sanctions)[number];

/** What moderators can do to a reported thing when they close its case. */
export const thingDecisions = ['keep', 'hide', 'delete'] as const;
export type ThingDecision = (typeof thingDecisions)[number];

export const appealOutcomes = ['upheld', 'reversed'] as const;
export type AppealOutcome = (typeof appealOutcomes)[number];
export const reportConstants = {
  textMax: 300,
  appealMax: 1_000,
  pageSize: 20,
  pageMax: 500,
  /** After this time without a decision, another moderator may take the case over. */
  takenMs: 30 * 60 * 1000,
  /** How long after an act its player may appeal. */
  appealMs: 30 * 24 * 60 * 60 * 1000,
  /** Messages or comments shown before and after the reported one. */
  around: 5,
  /** Lengths of a mute in days. */
  muteDays: [1, 3, 7, 30],
  /** How many of the own reports and acts are listed. */
  ownMax: 100,
} as const;
