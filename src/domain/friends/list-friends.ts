import { and, asc, desc, like, sql } from 'drizzle-orm';
import { integer } from '#database/column-types.ts';
import { conversations, friendships, users } from '#database/schema.ts';
import { countUnreadMessages } from '#database/sql/count-unread-messages.ts';
import { typedSql } from '#database/typed-sql.ts';
import { friendsConstants } from '#shared/constants/friends.ts';
import type { Ctx } from '../context.ts';
import { countPages } from '../lib/page-count.ts';
import { escapeForLike } from '../lib/search/search-words.ts';
import { requireActor } from '../permissions/require-actor.ts';
import { canSeeFriends } from '../privacy/privacy-rules.ts';
import { readPrivacy } from '../privacy/read-privacy.ts';
import { areFriends } from './are-friends.ts';
import { countFriends } from './count-friends.ts';
import { findPersonByUsername } from './find-person-by-username.ts';
import { isListedFriend } from './is-listed-friend.ts';
import { isSeenOnline, type Person, personColumns, toPerson } from './person-columns.ts';

export interface Friend extends Person {
  /** Messages from this friend that the actor has not read; 0 on other players' lists. */
  unread: number;
}

export interface FriendsPage {
  /** The username of the list's owner, as typed. */
  username: string;
  /** Whether the list is the actor's own. */
  own: boolean;
  /** Whether the owner does not show them to the actor. */
  areHidden: boolean;
  friends: Friend[];
  /** The number of all friends that the actor may see. */
  total: number;
  /** The number of friends that match the search. */
  found: number;
  /** At least one. */
  pages: number;
}

interface FriendsRequest {
  username: string;
  /** Text in the username, without regard to case; empty for all. */
  q?: string;
  page: number;
  perPage?: number;
}

/**
 * Returns a page of a player's friends: those who are Online first, then by name. Those that the actor may not
 * see are left out.
 * @throws AppError `login-required`, `user-not-found`.
 */
export async function listFriends(
  ctx: Ctx,
  { username, q = '', page, perPage = friendsConstants.pageSize }: FriendsRequest,
): Promise<FriendsPage> {
  const actor = requireActor(ctx);
  const person = await findPersonByUsername(ctx, username);
  const own = person.id === actor.id;
  const isFriend = sql`${users.id} in (
    select ${friendships.highId} from ${friendships} where ${friendships.lowId} = ${person.id}
    union all
    select ${friendships.lowId} from ${friendships} where ${friendships.highId} = ${person.id})`;
  const isListed = and(isFriend, isListedFriend(person.id, actor.id));
  const matches = and(isListed, q ? like(users.username, toLikePattern(q)) : undefined);
  const [areHidden, total, found, rows] = await Promise.all([
    own ? false : areFriendsHidden(ctx, person.id, actor.id),
    own ? countFriends(ctx.db, person.id) : ctx.db.$count(users, isListed),
    q ? ctx.db.$count(users, matches) : null,
    ctx.db
      .select({
        ...personColumns(ctx),
        unread: own ? countUnreadFor(actor.id) : typedSql(integer, sql`0`),
      })
      .from(users)
      .where(matches)
      .orderBy(desc(isSeenOnline(ctx)), asc(users.username))
      .limit(perPage)
      .offset((page - 1) * perPage),
  ]);
  return {
    username: person.username,
    own,
    areHidden,
    friends: rows.map((row) => ({ ...toPerson(ctx, row), unread: row.unread })),
    total,
    found: found ?? total,
    pages: countPages(found ?? total, perPage),
  };
}

async function areFriendsHidden({ db }: Ctx, ownerId: string, actorId: string): Promise<boolean> {
  const [settings, isFriend] = await Promise.all([
    readPrivacy(db, ownerId),
    areFriends(db, ownerId, actorId),
  ]);
  return !canSeeFriends({ reader: isFriend ? 'friend' : 'stranger', settings });
}

/** The `like` pattern of a search text. Usernames are stored in lower case. */
const toLikePattern = (q: string) => `%${escapeForLike(q.toLowerCase())}%`;

/** The SQL expression of how many messages from each row of `users` the reader has not read. */
function countUnreadFor(readerId: string) {
  const userId = sql`${users.id}`;
  const { lowId, highId, lastNumber, lowRead, highRead, lowSkipped, highSkipped } = conversations;
  const low = countUnreadMessages({ lastNumber, read: lowRead, skipped: lowSkipped });
  const high = countUnreadMessages({ lastNumber, read: highRead, skipped: highSkipped });
  return typedSql(
    integer,
    sql`coalesce((
    select case when ${lowId} = ${readerId} then ${low} else ${high} end
    from ${conversations}
    where ${lowId} = least(${userId}, ${readerId}::uuid)
      and ${highId} = greatest(${userId}, ${readerId}::uuid)), 0)`,
  );
}
