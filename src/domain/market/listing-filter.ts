import { cardKinds } from '#database/schema.ts';
import type { MarketQuery } from '#shared/schemas/market.ts';
import type { Ctx } from '../context.ts';
import { escapeForLike, isShortTerm } from '../lib/search-words.ts';

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
 * Finds the card kinds and the search for sellers that a typed term means, case-insensitive. A term
 * without a letter or digit matches nothing.
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
  const term = q.toLowerCase();
  if (!/[\p{L}\p{N}]/u.test(term)) return { allowedKindIds, kindIds: [], sellers: null };
  const found = isShortTerm(term) ? 'start' : 'inside';
  return {
    allowedKindIds,
    kindIds: allowed.filter(({ name }) => matchesTerm(name, term, found)).map(({ id }) => id),
    // Only these characters occur in usernames; `-` and `_` separate words.
    sellers: /^[a-z0-9_-]{1,20}$/.test(term) ? { term: escapeForLike(term), found } : null,
  };
}

/** Whether a name contains a lower-case term: anywhere, or at the start of one of its words. */
export function matchesTerm(name: string, term: string, found: 'inside' | 'start'): boolean {
  const text = name.toLowerCase();
  if (found === 'inside') return text.includes(term);
  return text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(term)) || text === term;
}
