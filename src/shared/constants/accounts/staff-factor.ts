/** How many days moderators and admins have to set up a second factor after it became required. */
export const staffFactorConstants = { graceDays: 14, graceDaysMax: 90 } as const;
