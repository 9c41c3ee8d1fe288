import { sql } from 'drizzle-orm';
import { text } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { marketListings, users } from '#database/schema.ts';
import { marketCardConstants } from '#shared/constants/market/market-cards.ts';
import { countCharacters } from '#shared/format/texts/characters.ts';
import type { Ctx } from '../../context.ts';
import { escapeForLike, toSearchWords } from '../../lib/search/search-words.ts';
import { requirePart } from '../../site/site-parts.ts';
import { listCardsForSale } from './list-cards-for-sale.ts';

export interface MarketSuggestion {
  kind: 'card' | 'game' | 'seller';
  name: string;
}

const { suggestionsPerKind, suggestionLettersMin } = marketCardConstants;

const findSellers = prepareStatement<{ name: string }, { prefix: string }>(
  'market-suggested-sellers',
  { name: text },
  sql`select seller.display_username as name from (
      select id, username, display_username from ${users}
      where username like ${sql.placeholder('prefix')} || '%'
      order by username limit 50
    ) as seller
    where exists (select from ${marketListings} as item where item.seller_id = seller.id)
    order by seller.username limit ${sql.raw(String(suggestionsPerKind))}`,
);

/** Names of cards and games for sale and of sellers that a typed text could mean. */
export async function suggestMarketSearches(
  ctx: Pick<Ctx, 'db' | 'clock' | 'readCache'>,
  { q }: { q: string },
): Promise<MarketSuggestion[]> {
  await requirePart(ctx, 'market');
  const username = q.toLowerCase();
  const term = toSearchWords(q);
  if (countCharacters(term) < suggestionLettersMin) return [];
  const [all, sellers] = await Promise.all([
    listCardsForSale(ctx),
    /^[a-z0-9_-]{1,20}$/.test(username)
      ? findSellers(ctx.db, { prefix: escapeForLike(username) })
      : [],
  ]);
  const named = (pairs: Iterable<[name: string, words: string]>, kind: MarketSuggestion['kind']) =>
    [...new Map(pairs)]
      .filter(([, words]) => words.includes(term))
      .toSorted(
        ([a, aWords], [b, bWords]) =>
          Number(bWords.startsWith(term)) - Number(aWords.startsWith(term)) || (a < b ? -1 : 1),
      )
      .slice(0, suggestionsPerKind)
      .map(([name]) => ({ kind, name }));
  return [
    ...named(
      all.map((card) => [card.kindName, card.kindWords]),
      'card',
    ),
    ...named(
      all.map((card) => [card.gameName, card.gameWords]),
      'game',
    ),
    ...sellers.map(({ name }) => ({ kind: 'seller' as const, name })),
  ];
}
