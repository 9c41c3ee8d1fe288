import { codeConstants } from '#shared/constants/codes.ts';
import { type Rarity, rarityWeights } from '#shared/constants/rarity.ts';
import { topUpConstants } from '#shared/constants/wallet.ts';
import type { SiteSettings } from '#shared/schemas/administration/site-settings.ts';
import type { Rules } from '../base-context.ts';
import type { Ctx } from '../context.ts';
import { getSiteSettings } from './read-site-settings.ts';

/** The prices, limits and odds that count now. Money in cents, times in milliseconds. */
export interface CurrentRules extends Rules {
  dailyRewardCents: number;
  /** The largest amount that a player can add at a time. */
  topUpSingleCents: number;
  /** The money of all codes that admins make on a UTC day. */
  codesPerDayCents: number;
  /** The weights of a draw. Saved ones add up to 1,000. */
  rarityWeights: Record<Rarity, number>;
}

type RulesCtx = Pick<Ctx, 'db' | 'clock' | 'readCache' | 'rules'>;

/**
 * What counts now: what an admin saved, otherwise the default. Call it once, and before a transaction, because
 * it may need a database connection of its own.
 */
export async function getRules(ctx: RulesCtx): Promise<CurrentRules> {
  return applySavedRules(ctx.rules, await getSiteSettings(ctx));
}

/** The context with the rules that count now. */
export async function withCurrentRules<Given extends RulesCtx>(
  ctx: Given,
): Promise<Given & { rules: CurrentRules }> {
  return { ...ctx, rules: await getRules(ctx) };
}

/** The default of each rule, by its setting: the configuration of the server, or of the product. */
export function listDefaultRules({ rules }: Pick<Ctx, 'rules'>) {
  return {
    gamePrice: rules.gamePriceCents,
    marketFee: rules.marketFeePercent,
    dailyReward: topUpConstants.dailyRewardCents,
    startingMoney: topUpConstants.startingMoneyCents,
    topUpDaily: rules.topUpDailyCents,
    topUpSingle: topUpConstants.topUpMaxCents,
    codesPerDay: codeConstants.perDayCents,
    awardsPerDay: rules.awardsPerDay,
    playCycle: rules.playCycleMs,
    rarityWeights,
  };
}

/** The default of each rule, by its setting. */
export type DefaultRules = ReturnType<typeof listDefaultRules>;

/** The weights of a draw that a setting stands for. */
export function resolveRarityWeights(saved: SiteSettings['rarityWeights']): Record<Rarity, number> {
  return saved === 'configured' ? rarityWeights : saved;
}

export function applySavedRules(configured: Rules, saved: SiteSettings): CurrentRules {
  const defaults = listDefaultRules({ rules: configured });
  const choose = <Key extends keyof DefaultRules>(key: Key): DefaultRules[Key] =>
    (saved[key] === 'configured' ? defaults[key] : saved[key]) as DefaultRules[Key];
  return {
    ...configured,
    gamePriceCents: choose('gamePrice'),
    marketFeePercent: choose('marketFee'),
    dailyRewardCents: choose('dailyReward'),
    topUpDailyCents: choose('topUpDaily'),
    topUpSingleCents: choose('topUpSingle'),
    codesPerDayCents: choose('codesPerDay'),
    awardsPerDay: choose('awardsPerDay'),
    playCycleMs: choose('playCycle'),
    rarityWeights: choose('rarityWeights'),
  };
}
