import { partSetting, siteParts } from '#shared/constants/site/site-parts.ts';
import type { SiteSettings } from '#shared/schemas/administration/site-settings.ts';

/** By form: the settings that the forms of prices, limits and odds save. */
export const rulesOf = {
  prices: ['gamePrice', 'marketFee', 'dailyReward', 'startingMoney'],
  limits: ['topUpDaily', 'topUpSingle', 'codesPerDay', 'awardsPerDay', 'playCycle'],
  odds: ['rarityWeights'],
} as const;

const ruleKeys = [...rulesOf.prices, ...rulesOf.limits, ...rulesOf.odds] as const;

/** The change that sets these settings back to the operator's defaults. */
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
  'versionAddress',
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
