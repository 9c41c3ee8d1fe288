/** The page of the player's trade offers. */
export const tradesPath = '/community/market/trades';

/** The page of one offer. */
export function tradeOfferPath(offerId: string): string {
  return `${tradesPath}/${encodeURIComponent(offerId)}`;
}

/** The page of one offer with the question before it is accepted. */
export function acceptOfferPath(offerId: string): string {
  return `${tradeOfferPath(offerId)}?accept`;
}

/** A card in the query of a new offer. */
interface QueryCard {
  gameId: number;
  kindId: string;
  copies?: number;
}

export function writeCards(cards: readonly QueryCard[]): string {
  return cards.map(({ gameId, kindId, copies = 1 }) => `${gameId}.${kindId}.${copies}`).join(',');
}

/** The page of a new offer, with chosen cards, or as the answer to another offer. */
export function newTradePath(
  username: string,
  {
    give = [],
    get = [],
    answer,
    from,
  }: {
    give?: readonly QueryCard[];
    get?: readonly QueryCard[];
    answer?: string;
    /** The offer is made in the chat, which is shown again afterwards. */
    from?: 'chat';
  } = {},
): string {
  const parameters = new URLSearchParams({ with: username });
  if (answer) parameters.set('answer', answer);
  if (from) parameters.set('from', from);
  if (give.length > 0) parameters.set('give', writeCards(give));
  if (get.length > 0) parameters.set('get', writeCards(get));
  return `${tradesPath}/new?${parameters}`;
}
