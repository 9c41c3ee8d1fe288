import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { friendships, preferences } from '#database/schema.ts';
import type { PrivateSubject } from '#shared/constants/privacy.ts';
import { audiencesOf, currentGameSubjects, type ReaderKind } from './privacy-rules.ts';

const columnOf: Record<PrivateSubject, SQL> = {
  inventory: sql.raw('choice.inventory_visibility'),
  games: sql.raw('choice.games_visibility'),
  friends: sql.raw('choice.friends_visibility'),
  activity: sql.raw('choice.activity_visibility'),
  presence: sql.raw('choice.presence_visibility'),
};

/** The audiences of a reader as a list in SQL. */
const listAudiences = (reader: ReaderKind) =>
  sql.raw(`(${audiencesOf[reader].map((audience) => `'${audience}'`).join(', ')})`);

/**
 * The SQL condition that the reader may see this of the owner, by the table of `privacy-rules.ts`. Both are
 * expressions of account ids; the id of a visitor is null. Most owners have no row or show all to everybody,
 * so the friendship is rarely looked up.
 */
export function isVisible(what: PrivateSubject, owner: SQLWrapper, reader: SQLWrapper): SQL {
  const column = columnOf[what];
  return sql`not exists (select from ${preferences} as choice
    where choice.user_id = ${owner} and ${column} not in ${listAudiences('stranger')}
      and choice.user_id is distinct from ${reader}
      and not (${column} in ${listAudiences('friend')} and exists (select from ${friendships} as tie
        where tie.low_id = least(choice.user_id, ${reader})
          and tie.high_id = greatest(choice.user_id, ${reader}) and ${reader} is not null)))`;
}

/** The SQL condition that the reader may see which game the owner is playing now. */
export function isCurrentGameVisible(owner: SQLWrapper, reader: SQLWrapper): SQL {
  const conditions = currentGameSubjects.map((what) => isVisible(what, owner, reader));
  return sql`(${sql.join(conditions, sql` and `)})`;
}

/** The SQL condition that a friend of the owner may see this. */
export function isVisibleToFriends(what: PrivateSubject, owner: SQLWrapper): SQL {
  return sql`not exists (select from ${preferences} as choice
    where choice.user_id = ${owner} and ${columnOf[what]} not in ${listAudiences('friend')})`;
}

/** The SQL condition that everybody may see this of the owner. */
export function isVisibleToEverybody(what: PrivateSubject, owner: SQLWrapper): SQL {
  return sql`not exists (select from ${preferences} as choice
    where choice.user_id = ${owner} and ${columnOf[what]} <> 'everybody')`;
}

/** The SQL condition that the owner accepts friend requests from the sender, who is not a friend. */
export function acceptsRequests(owner: SQLWrapper, sender: SQLWrapper): SQL {
  const friendsOf = (id: SQLWrapper) => sql`(
    select high_id as id from ${friendships} where low_id = ${id}
    union all select low_id from ${friendships} where high_id = ${id})`;
  return sql`not exists (select from ${preferences} as choice
    where choice.user_id = ${owner} and choice.friend_requests_from <> 'everybody'
      and not (choice.friend_requests_from = 'friends-of-friends' and exists (
        select from ${friendsOf(owner)} as theirs
        join ${friendsOf(sender)} as own on own.id = theirs.id)))`;
}

/** The SQL condition that friends of the owner may send it messages. */
export function acceptsMessages(owner: SQLWrapper): SQL {
  return sql`not exists (select from ${preferences} as choice
    where choice.user_id = ${owner} and choice.messages_from = 'nobody')`;
}

/** The SQL condition that others may see the name of the account in the sales of a card. */
export function isNamedInSales(userId: SQLWrapper): SQL {
  return sql`not exists (select from ${preferences}
    where ${preferences.userId} = ${userId} and not ${preferences.isNamedInSales})`;
}

/** The SQL condition that leaderboards show the account. */
export function isInLeaderboards(userId: SQLWrapper): SQL {
  return sql`not exists (select from ${preferences}
    where ${preferences.userId} = ${userId} and not ${preferences.isInLeaderboards})`;
}

/** The SQL condition that search engines may name the account. It is off by default. */
export function isInSearchEngines(userId: SQLWrapper): SQL {
  return sql`exists (select from ${preferences}
    where ${preferences.userId} = ${userId} and ${preferences.isInSearchEngines})`;
}
