import { cardKinds } from '#database/schema.ts';
import type { MarketQuery } from '#shared/schemas/market/market.ts';
import type { Ctx } from '../../context.ts';
import {
  containsTerm,
  escapeForLike,
  isShortTerm,
  toSearchWords,
} from '../../lib/search/search-words.ts';

/** A market query as conditions on the columns of listings. */
export interface ListingFilter {
  /** The card kinds of the requested rarity; all kinds without one. */
  allowedKindIds: string[];
  /** The kinds of `allowedKindIds` whose names match the search term; all of them without one. */
  kindIds: string[];
  /** The term and where usernames must have it; null if no username can match. */
  sellers: { term: string; found: 'inside' | 'start' } | null;
}

/**
 * Finds the card kinds and the search for sellers that a typed term means. Names of cards are compared as
 * `toSearchWords` compares, usernames without regard to case. A term without a letter or digit matches nothing.
 */
export async function readListingFilter(
  ctx: Pick<Ctx, 'db'>,
  { q, rarity }: Pick<MarketQuery, 'q' | 'rarity'>,
): Promise<ListingFilter> {
  const kinds = await ctx.db
    .select({ id: cardKinds.id, name: cardKinds.name, rarity: cardKinds.rarity })
    .from(cardKinds);
  const allowed = kinds.filter((kind) => rarity === null || kind.rarity === rarity);
  const allowedKindIds = allowed.map(({ id }) => id);
  if (!q) return { allowedKindIds, kindIds: allowedKindIds, sellers: null };
  const term = toSearchWords(q);
  if (!term) return { allowedKindIds, kindIds: [], sellers: null };
  const username = q.toLowerCase();
  const found = isShortTerm(username) ? 'start' : 'inside';
  return {
    allowedKindIds,
    kindIds: allowed
      .filter(({ name }) => containsTerm(toSearchWords(name), term))
      .map(({ id }) => id),
    // Only these characters occur in usernames; `-` and `_` separate words.
    sellers: /^[a-z0-9_-]{1,20}$/.test(username) ? { term: escapeForLike(username), found } : null,
  };
}
