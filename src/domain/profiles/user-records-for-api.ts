import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  boolean,
  type ColumnTypes,
  json,
  nullable,
  text,
  textArray,
  uuid,
} from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import {
  friendRequests,
  friendships,
  games,
  ownedGames,
  users,
  wallets,
} from '#database/schema.ts';
import { presenceConstants } from '#shared/constants/accounts/presence.ts';
import { realmListConstants } from '#shared/constants/realm-lists.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isSuspended } from '../accounts/suspension.ts';
import { toUsernameKey } from '../accounts/username-condition.ts';
import type { Ctx } from '../context.ts';
import { getDeclineCutoff } from '../friends/lock-friend-pair.ts';
import { takeWithinBytes } from '../lib/limit-bytes.ts';
import { isVisible } from '../privacy/privacy-conditions.ts';

/** An account with all that the actor may see of it; lists that it may not see are empty. Usernames are as typed. */
export interface UserRecord {
  id: string;
  username: string;
  name: string;
  description: string;
  profilePic: string;
  status: 'Online' | 'Offline';
  /** Names, the last bought first. Games, friends and requests have at most 1,000 entries each. */
  games: string[];
  /** Usernames, the newest friend first; empty for a visitor. */
  friends: string[];
  /** Senders of unanswered friend requests. Other accounts see only themselves in this list. */
  requests: string[];
  /** Whether the actor may see the cards. */
  seesInventory: boolean;
  /** Visible to the owner only. The balance is in cents; a guest has no email. */
  own: { email: string | null; balance: number } | null;
}

type Row = Omit<UserRecord, 'status' | 'own'> & {
  online: boolean;
  own: { email: string | null; balance: number } | null;
};

const columnTypes: ColumnTypes<Row> = {
  id: uuid,
  username: text,
  name: text,
  description: text,
  profilePic: text,
  online: boolean,
  games: textArray,
  friends: textArray,
  requests: textArray,
  seesInventory: boolean,
  own: nullable(json(z.strictObject({ email: z.string().nullable(), balance: z.int() }))),
};

const value = sql.placeholder;
const me = sql`${value('actorId')}::uuid`;
const number = (count: number) => sql.raw(String(count));
const suspended = (alias: string) =>
  isSuspended(value('now'), {
    banned: sql.raw(`${alias}.banned`),
    banExpires: sql.raw(`${alias}.ban_expires`),
  });

/** The columns of `Row` over `users` as `account`, with at most `max` friends and games each. */
const columns = (
  max: number,
): SQL => sql`account.id, account.display_username as username, account.name,
  account.description, account.profile_pic as "profilePic",
  (not ${suspended('account')} and coalesce(account.id = ${me}
    or account.last_seen_at > ${value('seenSince')}::timestamptz
      and ${isVisible('presence', sql`account.id`, me)}, false)) as online,
  ${isVisible('inventory', sql`account.id`, me)} as "seesInventory",
  array(select game.name from (
      select game_id, bought_at from ${ownedGames} where user_id = account.id
        and ${isVisible('games', sql`account.id`, me)}
      order by bought_at desc, game_id limit ${number(max)}) as owned
    join ${games} as game on game.id = owned.game_id
    order by owned.bought_at desc, game.id) as games,
  array(select friend.display_username from (
      select id, since from (
        select high_id as id, since from ${friendships} where ${me} is not null and low_id = account.id
        union all
        select low_id, since from ${friendships} where ${me} is not null and high_id = account.id
      ) as every
      where account.id = ${me} or ${isVisible('friends', sql`account.id`, me)}
        and ${isVisible('friends', sql`every.id`, me)}
      order by since desc, id limit ${number(max)}) as friendship
    join ${users} as friend on friend.id = friendship.id
    order by friendship.since desc, friend.id) as friends,
  array(select sender.display_username from ${friendRequests} as request
    join ${users} as sender on sender.id = request.sender_id
    where request.target_id = account.id and case when account.id = ${me}
      then request.declined_at is null and not ${suspended('sender')}
      else request.sender_id = ${me} and request.withdrawn_at is null
        and (request.declined_at is null or request.declined_at > ${value('declinedSince')}::timestamptz) end
    order by request.asked_at desc, sender.username limit ${number(realmListConstants.rowsMax)}) as requests,
  case when account.id = ${me} then (select json_build_object('balance', wallet.balance,
      'email', case when account.role <> 'guest' then account.email end)
    from ${wallets} as wallet where wallet.user_id = account.id) end as own`;

interface Values extends Record<string, unknown> {
  actorId: string | null;
  now: Date;
  seenSince: Date;
  declinedSince: Date;
}

const findRecord = prepareStatement<Row, Values & { username: string }>(
  'user-record',
  columnTypes,
  sql`select ${columns(realmListConstants.rowsMax)} from ${users} as account where account.username = ${value('username')}`,
);

const findNewestRecords = prepareStatement<Row, Values>(
  'user-records',
  columnTypes,
  sql`select id, username, name, description, "profilePic", online, requests, "seesInventory", own,
      case when sent <= ${number(realmListConstants.gamesAndFriendsBytes)} then games else '{}' end as games,
      case when sent <= ${number(realmListConstants.gamesAndFriendsBytes)} then friends else '{}' end as friends
    from (select *, sum(octet_length(array_to_string(games || friends, ''))) over (order by id desc) as sent
      from (select ${columns(realmListConstants.gamesAndFriendsEachMax)} from (select * from ${users} as account
          where account.role <> 'guest' and not ${suspended('account')}
          order by account.id desc limit ${number(realmListConstants.rowsMax)}) as account) as listed) as counted
    order by id desc`,
);

/**
 * Returns an account by username, without regard to case.
 * @throws AppError `user-not-found`.
 */
export async function getUserRecord(ctx: Ctx, username: string): Promise<UserRecord> {
  const [row] = await findRecord(ctx.db, { ...getValues(ctx), username: toUsernameKey(username) });
  if (!row) throw new AppError('user-not-found');
  return toUserRecord(row);
}

/**
 * Returns the registered accounts, the newest first, at most 1,000, each with at most 100 friends and
 * games. Names of friends and games have at most 1 MB in all. Suspended accounts are left out.
 */
export async function listUserRecords(ctx: Ctx): Promise<UserRecord[]> {
  return (await findNewestRecords(ctx.db, getValues(ctx))).map(toUserRecord);
}

function getValues(ctx: Ctx): Values {
  const now = ctx.clock.now();
  const seenSince = new Date(now.getTime() - presenceConstants.onlineMs);
  return { actorId: ctx.actor?.id ?? null, now, seenSince, declinedSince: getDeclineCutoff(ctx) };
}

function toUserRecord({ online, ...row }: Row): UserRecord {
  const games = takeWithinBytes(row.games, Buffer.byteLength);
  return { ...row, games, status: online ? 'Online' : 'Offline' };
}
