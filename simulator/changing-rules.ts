import { changeSiteSettings } from '#domain/administration/change-site-setting.ts';
import type { Ctx } from '#domain/context.ts';
import { getMarketFee } from '#shared/format/amounts/seller-share.ts';
import { rules } from './simulation-state.ts';

/**
 * What admins set while the simulation runs. The configuration is never among it, so what still follows the
 * configuration is found.
 */
export const usualPrices = [7_01, 11_03];
export const marketFees = [3, 12];
export const startingAmounts = [2_50, 6_00];
/** The largest top-ups. Some amounts of the simulation are above both, and below that of the product. */
export const largestTopUps = [150_00, 90_00];

/** The prices for members of the group of the simulation. No other price is among them. */
export const groupPrices = [1_01, 3_03];

/** Sets the rules before the first operation. */
export async function setFirstRules(ctx: Ctx): Promise<void> {
  const [gamePrice] = usualPrices;
  const [marketFee] = marketFees;
  const [startingMoney] = startingAmounts;
  const [topUpSingle] = largestTopUps;
  await changeSiteSettings(ctx, { gamePrice, marketFee, startingMoney, topUpSingle });
}

/** Whether a sale paid one of the fees that admins have set. */
export function isSavedFee({ price, fee }: { price: number; fee: number }): boolean {
  return marketFees.some((percent) => fee === getMarketFee(price, percent));
}

/** A purchase for the price of the configuration, which is no price of a game here. */
export const configuredPrice = rules.gamePriceCents;
