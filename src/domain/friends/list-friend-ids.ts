import { sql } from 'drizzle-orm';
import { uuid } from '#database/column-types.ts';
import { declareStatement, type StatementTarget } from '#database/prepared-query.ts';
import { friendships } from '#database/schema.ts';
import { isVisibleToFriends } from '../privacy/privacy-conditions.ts';

const isAmong = sql`any(${sql.placeholder('ids')}::uuid[])`;

const findWatchers = declareStatement<{ id: string }, { ids: readonly string[] }>(
  { id: uuid },
  sql`select ${friendships.highId} as id from ${friendships}
      where ${friendships.lowId} = ${isAmong} and ${isVisibleToFriends('presence', friendships.lowId)}
    union select ${friendships.lowId} from ${friendships}
      where ${friendships.highId} = ${isAmong} and ${isVisibleToFriends('presence', friendships.highId)}`,
);

/** Returns the ids of all friends who may see when one of the given accounts is Online, each id once. */
export async function listPresenceWatcherIds(
  db: StatementTarget,
  ids: readonly string[],
): Promise<string[]> {
  return (await findWatchers(db, { ids })).map(({ id }) => id);
}

const findFriends = declareStatement<{ id: string }, { ids: readonly string[] }>(
  { id: uuid },
  sql`select ${friendships.highId} as id from ${friendships} where ${friendships.lowId} = ${isAmong}
    union select ${friendships.lowId} from ${friendships} where ${friendships.highId} = ${isAmong}`,
);

/** Returns the ids of all friends of the given accounts, each id once. */
export async function listFriendIds(
  db: StatementTarget,
  ids: readonly string[],
): Promise<string[]> {
  return (await findFriends(db, { ids })).map(({ id }) => id);
}
