import { z } from 'zod';
import { chat, list } from '../limits.ts';
import { messageText } from './chat.ts';
import { itemsPerPageOr } from './list-query.ts';
import { pageNumber } from './paging.ts';

const number = z.coerce.number().int().min(1).max(2_147_483_647);

/**
 * A conversation's address: `?shown=…` for more of the last messages, `?before=…` for those before a
 * number; what cannot be read counts as left out.
 */
export const conversationQuery = z.object({
  shown: number
    .catch(chat.shownFirst)
    .default(chat.shownFirst)
    .transform((shown) => Math.min(Math.max(shown, chat.shownFirst), chat.missedMax)),
  before: number.optional().catch(undefined),
});

/** The form of a page without script; with the numbers of the messages that the page showed. */
export const sayInput = z.object({
  from: number.catch(1),
  number: number.optional().catch(undefined),
  id: z.uuid('Reload the page and try again.').toLowerCase(),
  text: messageText.default(''),
});

/** The address of the list of conversations: `?perPage=…&page=…`. */
export const messagesQuery = z.object({
  perPage: itemsPerPageOr(chat.pageSize),
  page: pageNumber(chat.pagedMax / list.perPageMin),
});
