import { z } from 'zod';
import { friendIntents } from '../constants/friend-intents.ts';
import { friendsConstants, userSearchConstants } from '../constants/friends.ts';
import { listConstants } from '../constants/lists.ts';
import { itemsPerPageOr } from './list-query.ts';
import { pageNumber } from './paging.ts';

/** What was typed into the search for people: control characters are blanks, the rest is cut off. */
function searchText(text: string): string {
  const oneLine = text.toWellFormed().replace(/[\p{Cc}\s]+/gu, ' ');
  return [...oneLine.trim()].slice(0, userSearchConstants.searchMax).join('').trim();
}

/** The address of the search for people: `?q=…&perPage=…&page=…`. */
export const socialQuery = z.object({
  q: z.string().default('').transform(searchText),
  perPage: itemsPerPageOr(userSearchConstants.pageSize),
  page: pageNumber(userSearchConstants.countMax / listConstants.perPageMin),
});

export type SocialQuery = z.output<typeof socialQuery>;

/** The address of a list of friends, requests or blocked people: `?page=…`. */
export const friendListQuery = z.object({ page: pageNumber(friendsConstants.pageMax) });

/** The address of somebody's friends: `?q=…&perPage=…&page=…`. */
export const friendsQuery = z.object({
  q: z.string().default('').transform(searchText),
  perPage: itemsPerPageOr(friendsConstants.pageSize),
  page: pageNumber(friendsConstants.pageMax),
});

export const friendInput = z.object({ intent: z.enum(friendIntents) });

/** What asks before it is done, on a page of its own: `?ask=…`. */
export const friendQuery = z.object({
  ask: z.enum(['remove', 'block']).nullable().catch(null).default(null),
});
