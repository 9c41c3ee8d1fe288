import { marketCardOrders } from '#shared/constants/market/market-cards.ts';
import { formatDecimal } from '#shared/format/amounts/money.ts';
import type { MarketQuery } from '#shared/schemas/market/market.ts';
import type { MarketCardsQuery } from '#shared/schemas/market/market-cards.ts';
import type { UsualPerPage } from '#web/lib/actions/parse-list-query.ts';

/** The queries of shown lists. */
export type ShownMarketQuery = MarketQuery & UsualPerPage;
export type ShownCardsQuery = MarketCardsQuery & UsualPerPage;

export const marketRoot = '/community/market';

/** The page of the reader's own open listings. */
export const listingsPath = `${marketRoot}/listings`;

/** The canonical path of a page of the market. */
export function marketPath(query: ShownMarketQuery): string {
  const parameters = toMarketParameters(query);
  return parameters.size > 0 ? `${marketRoot}?${parameters}` : marketRoot;
}

/** The path that opens the confirmation to buy `itemId` over the same page. */
export function buyPath(query: ShownMarketQuery, itemId: string): string {
  const parameters = toMarketParameters(query);
  parameters.set('buy', itemId);
  return `${marketRoot}?${parameters}`;
}

/** The path that tells a browser without scripts that `itemId` was bought. */
export function boughtPath(query: ShownMarketQuery, itemId: string): string {
  const parameters = toMarketParameters(query);
  parameters.set('bought', itemId);
  return `${marketRoot}?${parameters}`;
}

/** Whether a URL is the canonical one for its query: no blanks, no default values, no unknown page. */
export function isCanonicalUrl(parameters: URLSearchParams, query: ShownMarketQuery): boolean {
  const canonical = toMarketParameters(query);
  return ['q', 'game', 'rarity', 'order', 'perPage', 'page'].every(
    (name) => parameters.get(name) === canonical.get(name),
  );
}

/** The path of a card's page: of a card kind from one game. */
export function cardPath(kindId: string, gameId: number): string {
  return `${marketRoot}/cards/${encodeURIComponent(kindId)}?game=${gameId}`;
}

/** The query of a canonical market path. Default values are left out. */
export function toMarketParameters(query: ShownMarketQuery): URLSearchParams {
  const { q, game, rarity, order, perPage, usualPerPage, page } = query;
  const parameters = new URLSearchParams();
  if (q) parameters.set('q', q);
  if (game !== null) parameters.set('game', String(game));
  if (rarity) parameters.set('rarity', rarity);
  if (order !== 'newest') parameters.set('order', order);
  if (perPage !== usualPerPage) parameters.set('perPage', String(perPage));
  if (page > 1) parameters.set('page', String(page));
  return parameters;
}

/** The anchor of a listing on the page of the reader's listings. */
export function listingAnchor(itemId: string): string {
  return `listing-${itemId}`;
}

/** The path to one of the reader's listings; it redirects to the page that the listing is on. */
export function listingPath(itemId: string): string {
  return `${listingsPath}?item=${itemId}#${listingAnchor(itemId)}`;
}

/** The page on which a player sells many cards. */
export function sellManyPath(username: string): string {
  return `/profile/${username}/inventory/duplicates?cards=all`;
}

/** The view with one tile for each card. */
export const marketCardsRoot = `${marketRoot}/cards`;

/** The page of the reader's own orders. */
export const ordersPath = `${marketRoot}/orders`;

/** The market in numbers. */
export const marketStatisticsPath = `${marketRoot}/statistics`;

/** The suggestions of its search. */
export const marketSuggestionsPath = `${marketRoot}/suggestions`;

/** The canonical path of a page of the market's cards. Default values are left out. */
export function marketCardsPath(query: ShownCardsQuery): string {
  const parameters = toMarketCardsParameters(query);
  return parameters.size > 0 ? `${marketCardsRoot}?${parameters}` : marketCardsRoot;
}

/** The query of that path. */
export function toMarketCardsParameters(query: ShownCardsQuery): URLSearchParams {
  const { q, game, rarity, min, max, missing, completes, seller } = query;
  const { order, perPage, usualPerPage, page } = query;
  const values: Record<string, string | false | null> = {
    q: q !== '' && q,
    game: game !== null && String(game),
    rarity,
    min: min !== null && formatDecimal(min),
    max: max !== null && formatDecimal(max),
    missing: missing && '1',
    completes: completes && '1',
    seller,
    order: order !== marketCardOrders[0] && order,
    perPage: perPage !== usualPerPage && String(perPage),
    page: page > 1 && String(page),
  };
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) parameters.set(name, value);
  return parameters;
}
