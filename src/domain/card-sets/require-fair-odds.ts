import { asc, eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { cardKinds } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { SiteSettings } from '#shared/schemas/administration/site-settings.ts';
import { resolveRarityWeights } from '../site/current-rules.ts';
import { findUnfairRarity } from './draw-card.ts';

/**
 * Checks the odds against every card set of the site. Call it with the settings locked, so that no set is saved
 * meanwhile. @throws AppError `unfair-card-set` with the set.
 */
export async function requireFairOdds(
  tx: Queryable,
  saved: SiteSettings['rarityWeights'],
): Promise<void> {
  const weights = resolveRarityWeights(saved);
  const kinds = await tx
    .select({ setId: cardKinds.setId, rarity: cardKinds.rarity, name: cardKinds.name })
    .from(cardKinds)
    .where(eq(cardKinds.isCurrent, true))
    .orderBy(asc(cardKinds.position));
  for (const set of Map.groupBy(kinds, ({ setId }) => setId).values()) {
    const unfair = findUnfairRarity(set, weights);
    if (!unfair) continue;
    const { rarity, lowerRarity } = unfair;
    throw new AppError('unfair-card-set', {
      text: `In the card set with “${set[0]?.name}”, one ${rarity} card would come more often than one ${lowerRarity} card.`,
    });
  }
}
