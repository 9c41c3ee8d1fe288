import { marketConstants } from '#shared/constants/market.ts';
import type { MarketQuery } from '#shared/schemas/market.ts';

export const marketRoot = '/community/market';

/** The reader's own open listings. */
export const listingsPath = `${marketRoot}/listings`;

/** The one address of a page of the market, however it was asked for. */
export function marketPath(query: MarketQuery): string {
  const parameters = marketParameters(query);
  return parameters.size > 0 ? `${marketRoot}?${parameters}` : marketRoot;
}

/** The address that asks whether `itemId` shall be bought, over the same page. */
export function buyPath(query: MarketQuery, itemId: string): string {
  const parameters = marketParameters(query);
  parameters.set('buy', itemId);
  return `${marketRoot}?${parameters}`;
}

/** The page that says, to a browser without script, that `itemId` was bought. */
export function boughtPath(query: MarketQuery, itemId: string): string {
  const parameters = marketParameters(query);
  parameters.set('bought', itemId);
  return `${marketRoot}?${parameters}`;
}

/** Whether an address says what it asks for as we would: no blanks, no page that is none. */
export function isTidy(asked: URLSearchParams, query: MarketQuery): boolean {
  const tidy = marketParameters(query);
  return ['q', 'game', 'rarity', 'order', 'perPage', 'page'].every(
    (name) => asked.get(name) === tidy.get(name),
  );
}

/** The address of a card's page: of a kind, in the game that it is won in. */
export function cardPath(kindId: string, gameId: number): string {
  return `${marketRoot}/cards/${encodeURIComponent(kindId)}?game=${gameId}`;
}

/** What an address of the market says, as names and values. */
export function marketParameters(asked: MarketQuery): URLSearchParams {
  const { q, game, rarity, order, perPage, page } = asked;
  const query = new URLSearchParams();
  if (q) query.set('q', q);
  if (game !== null) query.set('game', String(game));
  if (rarity) query.set('rarity', rarity);
  if (order !== 'newest') query.set('order', order);
  if (perPage !== marketConstants.pageSize) query.set('perPage', String(perPage));
  if (page > 1) query.set('page', String(page));
  return query;
}

/** The anchor of an own listing in the list of them. */
export function listingAnchor(itemId: string): string {
  return `listing-${itemId}`;
}

/** The address that leads to this very one of the reader's listings, whatever page it is on. */
export function listingPath(itemId: string): string {
  return `${listingsPath}?item=${itemId}#${listingAnchor(itemId)}`;
}
