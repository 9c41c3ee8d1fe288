import { z } from 'zod';
import { friendsConstants } from '../constants/friends.ts';
import { listConstants } from '../constants/lists.ts';
import { notificationKinds } from '../constants/notifications/notification-kinds.ts';
import { notificationConstants } from '../constants/notifications/notifications.ts';
import { itemsPerPageOr } from './fields/list-query.ts';
import { pageNumber } from './fields/paging.ts';

/** The query of the notifications: `?perPage=…&page=…`; `?requests=…` is the page of friend requests. */
export const notificationQuery = z.object({
  perPage: itemsPerPageOr(notificationConstants.pageSize),
  page: pageNumber(notificationConstants.pagedMax / listConstants.perPageMin),
  requests: pageNumber(friendsConstants.pageMax),
});

const shownNotification = z.object({
  id: z.uuid(),
  count: z.coerce.number<string>().int().positive().max(2_147_483_647),
});

/** The notifications that a page has shown: `id:count`, separated by spaces. */
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
    .pipe(z.array(shownNotification).max(listConstants.perPageMax)),
});

/** The form that mutes a kind of notifications or ends its mute. */
export const muteNotificationsInput = z.object({
  kind: z.enum(notificationKinds),
  wanted: z.enum(['yes', 'no']).transform((wanted) => wanted === 'yes'),
});
