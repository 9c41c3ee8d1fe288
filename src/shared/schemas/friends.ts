import { z } from 'zod';
import { friendIntents, friendsConstants, userSearchConstants } from '../constants/friends.ts';
import { listConstants } from '../constants/lists.ts';
import { itemsPerPageOr, searchTerm } from './fields/list-query.ts';
import { pageNumber } from './fields/paging.ts';

/** The query of the search for people: `?q=…&perPage=…&page=…`. */
export const socialQuery = z.object({
  q: searchTerm(userSearchConstants.searchMax),
  perPage: itemsPerPageOr(userSearchConstants.pageSize),
  page: pageNumber(userSearchConstants.countMax / listConstants.perPageMin),
});

export type SocialQuery = z.output<typeof socialQuery>;

/** The query of a list of friends, requests or blocked people: `?page=…`. */
export const friendListQuery = z.object({ page: pageNumber(friendsConstants.pageMax) });

/** The query of a player's friends: `?q=…&perPage=…&page=…`. */
export const friendsQuery = z.object({
  q: searchTerm(userSearchConstants.searchMax),
  perPage: itemsPerPageOr(friendsConstants.pageSize),
  page: pageNumber(friendsConstants.pageMax),
});

export const friendInput = z.object({ intent: z.enum(friendIntents) });

/** The query of the confirmation page for removing or blocking: `?ask=…`. */
export const friendQuery = z.object({
  ask: z.enum(['remove', 'block']).nullable().catch(null).default(null),
});
