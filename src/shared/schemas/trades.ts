import { z } from 'zod';
import { tradeConstants } from '../constants/trades.ts';
import { parseKindId } from './catalog.ts';
import { messageText } from './chat-socket.ts';
import { gameId } from './fields/game-id.ts';
import { idempotencyKeyInput } from './fields/idempotency-key.ts';
import { searchTerm } from './fields/list-query.ts';
import { pageNumber } from './fields/paging.ts';

/** The message of an offer; may be empty. */
export const tradeMessage = messageText;

/** The forms about one offer. */
export const tradeOfferInput = z.object({
  key: idempotencyKeyInput,
  offerId: z.uuid('There is no such trade offer.').toLowerCase(),
});

/** A card as `12.default-crown.2`: game, kind and copies. Null for an invalid text. */
function parseCard(text: string) {
  const [game, kindId = '', copies] = text.split('.');
  const card = z
    .object({ gameId, copies: z.coerce.number().int().min(1).max(tradeConstants.cardsMax) })
    .safeParse({ gameId: game, copies });
  return card.success ? { ...card.data, kindId: parseKindId(kindId) } : null;
}

const cardListMax = 4_000;

/** Cards in a URL, separated by commas. Invalid ones are left out. */
const cardList = z
  .string()
  .max(cardListMax)
  .transform((text) => text.split(',').flatMap((part) => parseCard(part) ?? []))
  .transform((cards) => cards.slice(0, 2 * tradeConstants.cardsMax))
  .catch([])
  .default([]);

/** Cards in a form. With an invalid one the form is rejected: without it, the offer would be another one. */
const offeredCards = z
  .string()
  .max(cardListMax)
  .default('')
  .transform((text, issues) => {
    const cards = text === '' ? [] : text.split(',').map(parseCard);
    if (cards.every((card) => card !== null)) return cards;
    issues.addIssue({ code: 'custom', message: 'Choose the cards again.' });
    return z.NEVER;
  });

const inventoryPage = pageNumber(1_000);
const search = searchTerm();

/** Where an offer is made: in the chat, or null. */
const tradeOrigin = z.literal('chat').nullable().catch(null).default(null);

/**
 * The query of a new offer: `?with=…&answer=…&from=…&give=…&get=…`, and of the two inventories `q1`, `p1`, `q2`, `p2`.
 */
export const newTradeQuery = z.object({
  with: z.string().max(100).default(''),
  answer: z.uuid().nullable().catch(null).default(null),
  from: tradeOrigin,
  give: cardList,
  get: cardList,
  q1: search,
  q2: search,
  p1: inventoryPage,
  p2: inventoryPage,
});

/** The form that sends an offer. */
export const newTradeInput = z.object({
  key: idempotencyKeyInput,
  with: z.string().min(1).max(100),
  answer: z.uuid().optional(),
  from: tradeOrigin,
  give: offeredCards,
  get: offeredCards,
  message: tradeMessage.default(''),
});

const tradeLists = ['incoming', 'outgoing', 'history'] as const;

/** The query of a player's offers: `?list=…&page=…`. */
export const tradesQuery = z.object({
  list: z.enum(tradeLists).catch('incoming').default('incoming'),
  page: pageNumber(tradeConstants.pagedMax / tradeConstants.pageSize),
});
