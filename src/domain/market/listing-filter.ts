import { cardKinds } from '#database/schema.ts';
import type { MarketQuery } from '#shared/schemas/market.ts';
import type { Ctx } from '../context.ts';
import { escapedForLike, insideFrom } from '../lib/search-words.ts';

/** What a query means in the terms of the listings' columns. */
export interface ListingFilter {
  /** The kinds asked for by rarity, those of them that the term names; all where neither is given. */
  allowedKindIds: string[];
  kindIds: string[];
  /** Where in usernames the term is sought; null where it can be in none. */
  sellers: { term: string; found: 'inside' | 'start' } | null;
}

/**
 * Resolves what was typed: without regard to case, to the kinds whose names have it, and to how sellers
 * are found by it. A term without a letter or a digit finds nothing.
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
  const found = [...term].length < insideFrom ? 'start' : 'inside';
  return {
    allowedKindIds,
    kindIds: allowed.filter(({ name }) => isIn(name, term, found)).map(({ id }) => id),
    // What usernames are made of; their words are parted by `-` and `_`.
    sellers: /^[a-z0-9_-]{1,20}$/.test(term) ? { term: escapedForLike(term), found } : null,
  };
}

function isIn(name: string, term: string, found: 'inside' | 'start'): boolean {
  const text = name.toLowerCase();
  if (found === 'inside') return text.includes(term);
  return text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(term)) || text === term;
}
