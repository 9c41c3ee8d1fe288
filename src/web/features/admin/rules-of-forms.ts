import type { SiteSettings } from '#shared/schemas/site-settings.ts';

/** The settings of each form with prices, limits or odds. */
export const rulesOf = {
  prices: ['gamePrice', 'marketFee', 'dailyReward', 'startingMoney'],
  limits: ['topUpDaily', 'topUpSingle', 'awardsPerDay', 'playCycle'],
  odds: ['rarityWeights'],
} as const;

export const ruleKeys = [...rulesOf.prices, ...rulesOf.limits, ...rulesOf.odds] as const;

/** Settings of which the defaults count again. */
export function toDefaults(keys: readonly (typeof ruleKeys)[number][]): Partial<SiteSettings> {
  return Object.fromEntries(keys.map((key) => [key, 'configured']));
}
