/** The periods of the economy's figures; the first one is shown without a choice. */
export const economyPeriods = ['30-days', '12-months', 'all'] as const;
export type EconomyPeriod = (typeof economyPeriods)[number];

export const economyConstants = {
  days: 30,
  months: 12,
  /** The most months of the period `all`. */
  monthsMax: 120,
} as const;
