import { z } from 'zod';
import { friendsConstants } from '../constants/friends.ts';
import { listConstants } from '../constants/lists.ts';
import { notificationKinds } from '../constants/notification-kinds.ts';
import { notificationConstants } from '../constants/notifications.ts';
import { itemsPerPageOr } from './list-query.ts';
import { pageNumber } from './paging.ts';

/**
 * The notifications' address: `?perPage=…&page=…` of the notices, `?requests=…` is the page of the friend
 * requests.
 */
export const notificationQuery = z.object({
  perPage: itemsPerPageOr(notificationConstants.pageSize),
  page: pageNumber(notificationConstants.pagedMax / listConstants.perPageMin),
  requests: pageNumber(friendsConstants.pageMax),
});

const shownNotice = z.object({
  id: z.uuid(),
  count: z.coerce.number<string>().int().positive().max(2_147_483_647),
});

/** What a page has shown, as `id:count` with blanks between. */
export const shownNotificationsInput = z.object({
  shown: z
    .string()
    .max(listConstants.perPageMax * 48)
    .transform((text) =>
      text.split(' ').map((pair) => {
        const [id = '', count = ''] = pair.split(':');
        return { id, count };
      }),
    )
    .pipe(z.array(shownNotice).max(listConstants.perPageMax)),
});

/** A switch was pressed: whether its kind of notices is wanted from now on. */
export const muteNotificationsInput = z.object({
  kind: z.enum(notificationKinds),
  wanted: z.enum(['yes', 'no']).transform((wanted) => wanted === 'yes'),
});
