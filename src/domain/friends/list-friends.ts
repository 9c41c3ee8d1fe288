import { and, asc, desc, like, sql } from 'drizzle-orm';
import { conversations, friendships, users } from '#database/schema.ts';
import { countUnreadMessages } from '#database/unread-messages.ts';
import { friendsConstants } from '#shared/constants/friends.ts';
import { requireActor } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { pageCount } from '../lib/page-count.ts';
import { escapedForLike } from '../lib/search-words.ts';
import { countFriends } from './count-friends.ts';
import { findPerson } from './find-person.ts';
import { onlineAt, type Person, personColumns, personOf } from './person-columns.ts';

export interface Friend extends Person {
  /** Messages from them that who looks has not read; 0 on the lists of others. */
  unread: number;
}

export interface FriendsPage {
  /** Whose list it is, as typed. */
  username: string;
  /** Whether it is that of who looks. */
  own: boolean;
  friends: Friend[];
  /** All of them, and those that match the search. */
  total: number;
  found: number;
  /** At least one. */
  pages: number;
}

interface FriendsRequest {
  username: string;
  /** Found in the username, without regard to case; empty for all. */
  q?: string;
  page: number;
  perPage?: number;
}

/**
 * A page of somebody's friends: who is online first, then by name.
 * @throws Refusal `login-required`, `user-not-found`.
 */
export async function listFriends(
  ctx: Ctx,
  { username, q = '', page, perPage = friendsConstants.pageSize }: FriendsRequest,
): Promise<FriendsPage> {
  const actor = requireActor(ctx);
  const person = await findPerson(ctx, username);
  const own = person.id === actor.id;
  const theirs = sql`${users.id} in (
    select ${friendships.highId} from ${friendships} where ${friendships.lowId} = ${person.id}
    union all
    select ${friendships.lowId} from ${friendships} where ${friendships.highId} = ${person.id})`;
  const matching = and(theirs, q ? like(users.username, termOf(q)) : undefined);
  const [total, found, rows] = await Promise.all([
    countFriends(ctx.db, person.id),
    q ? ctx.db.$count(users, matching) : null,
    ctx.db
      .select({ ...personColumns(ctx), unread: own ? unreadFrom(actor.id) : sql<number>`0` })
      .from(users)
      .where(matching)
      .orderBy(desc(onlineAt(ctx.clock.now())), asc(users.username))
      .limit(perPage)
      .offset((page - 1) * perPage),
  ]);
  return {
    username: person.username,
    own,
    friends: rows.map((row) => ({ ...personOf(ctx, row), unread: row.unread })),
    total,
    found: found ?? total,
    pages: pageCount(found ?? total, perPage),
  };
}

/** Usernames are kept in small letters. */
const termOf = (q: string) => `%${escapedForLike(q.toLowerCase())}%`;

/** How much of what each row of `users` wrote to `readerId` was not read. */
function unreadFrom(readerId: string) {
  const them = sql`${users.id}`;
  const { lowId, highId, lastNumber, lowRead, highRead, lowSkipped, highSkipped } = conversations;
  const low = countUnreadMessages({ lastNumber, read: lowRead, skipped: lowSkipped });
  const high = countUnreadMessages({ lastNumber, read: highRead, skipped: highSkipped });
  return sql<number>`coalesce((
    select case when ${lowId} = ${readerId} then ${low} else ${high} end
    from ${conversations}
    where ${lowId} = least(${them}, ${readerId}::uuid)
      and ${highId} = greatest(${them}, ${readerId}::uuid)), 0)`;
}
