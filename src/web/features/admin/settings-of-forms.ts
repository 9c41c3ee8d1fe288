import { partSetting, siteParts } from '#shared/constants/site/site-parts.ts';
import type { SiteSettings } from '#shared/schemas/administration/site-settings.ts';

/** The settings of each form with prices, limits or odds. */
export const rulesOf = {
  prices: ['gamePrice', 'marketFee', 'dailyReward', 'startingMoney'],
  limits: ['topUpDaily', 'topUpSingle', 'codesPerDay', 'awardsPerDay', 'playCycle'],
  odds: ['rarityWeights'],
} as const;

const ruleKeys = [...rulesOf.prices, ...rulesOf.limits, ...rulesOf.odds] as const;

/** Settings of which the defaults count again. */
export function toDefaults(keys: readonly (typeof ruleKeys)[number][]): Partial<SiteSettings> {
  return Object.fromEntries(keys.map((key) => [key, 'configured']));
}

/** The settings whose changes the page 'Site' lists. */
export const shownSettingKeys = [
  'name',
  'tagline',
  'welcome',
  'announcement',
  'footerLinks',
  'accent',
  'timeZone',
  'mailFrom',
  'mailReplyTo',
  'shopContent',
  'ageLimits',
  'shopGenres',
  'shopShelves',
  'waitingTexts',
  'waitingDays',
  'staffFactor',
  ...ruleKeys,
  ...siteParts.map(partSetting),
] as const;
