import { z } from 'zod';
import { friends, list, notice } from '../limits.ts';
import { noticeKinds } from '../notice-kinds.ts';
import { itemsPerPageOr } from './list-query.ts';
import { pageNumber } from './paging.ts';

/**
 * The notifications' address: `?perPage=…&page=…` of the notices, `?requests=…` is the page of the friend
 * requests.
 */
export const notificationQuery = z.object({
  perPage: itemsPerPageOr(notice.pageSize),
  page: pageNumber(notice.pagedMax / list.perPageMin),
  requests: pageNumber(friends.pageMax),
});

const shownNotice = z.object({
  id: z.uuid(),
  count: z.coerce.number<string>().int().positive().max(2_147_483_647),
});

/** What a page has shown, as `id:count` with blanks between. */
export const seenInput = z.object({
  shown: z
    .string()
    .max(list.perPageMax * 48)
    .transform((text) =>
      text.split(' ').map((pair) => {
        const [id = '', count = ''] = pair.split(':');
        return { id, count };
      }),
    )
    .pipe(z.array(shownNotice).max(list.perPageMax)),
});

/** A switch was pressed: whether its kind of notices is wanted from now on. */
export const noticeSwitchInput = z.object({
  kind: z.enum(noticeKinds),
  wanted: z.enum(['yes', 'no']).transform((wanted) => wanted === 'yes'),
});
