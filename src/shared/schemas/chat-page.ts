import { z } from 'zod';
import { chatConstants } from '../constants/chat.ts';
import { listConstants } from '../constants/lists.ts';
import { messageText } from './chat-socket.ts';
import { itemsPerPageOr } from './fields/list-query.ts';
import { pageNumber } from './fields/paging.ts';

const number = z.coerce.number().int().min(1).max(2_147_483_647);

/**
 * The query of a conversation: `?shown=…` for more of the last messages, `?before=…` for those before a
 * number, `?accept=…` for the question before a trade offer is accepted. Invalid values are ignored.
 */
export const conversationQuery = z.object({
  shown: number
    .catch(chatConstants.shownFirst)
    .default(chatConstants.shownFirst)
    .transform((shown) =>
      Math.min(Math.max(shown, chatConstants.shownFirst), chatConstants.missedMax),
    ),
  before: number.optional().catch(undefined),
  accept: z.uuid().optional().catch(undefined),
});

/** The form of a page without JavaScript. It contains the numbers of the messages that the page showed. */
export const sendMessageInput = z.object({
  from: number.catch(1),
  number: number.optional().catch(undefined),
  id: z.uuid('Reload the page and try again.').toLowerCase(),
  text: messageText.default(''),
});

/** The query of the list of conversations: `?perPage=…&page=…`. */
export const messagesQuery = z.object({
  perPage: itemsPerPageOr(chatConstants.pageSize),
  page: pageNumber(chatConstants.pagedMax / listConstants.perPageMin),
});
