import { type SQL, sql } from 'drizzle-orm';
import { friendships, ownedGames, users } from '#database/schema.ts';
import { presenceConstants } from '#shared/constants/accounts.ts';
import type { Role } from '#shared/constants/roles.ts';
import type { Relation } from '#shared/schemas/relation.ts';
import { isOnline } from '../accounts/presence/presence.ts';
import type { Ctx } from '../context.ts';
import { type RelationRow, relationColumns, relationOf } from './relation-columns.ts';

/** Somebody as a list of people shows them. */
export interface Person {
  /** As typed. */
  username: string;
  name: string;
  profilePic: string;
  role: Role;
  status: 'Online' | 'Offline';
  games: number;
  friends: number;
  /** To who looks. */
  relation: Relation;
}

interface PersonRow extends RelationRow {
  username: string;
  name: string;
  profilePic: string;
  lastSeenAt: Date | null;
  games: number;
  friends: number;
}

/** Columns over `users`, for `personOf`. */
export function personColumns(ctx: Pick<Ctx, 'actor' | 'clock'>) {
  const them = sql`${users.id}`;
  return {
    ...relationColumns(ctx),
    username: users.displayUsername,
    name: users.name,
    profilePic: users.profilePic,
    lastSeenAt: users.lastSeenAt,
    games: sql<number>`(select count(*)::integer from ${ownedGames}
      where ${ownedGames.userId} = ${them})`,
    friends: sql<number>`(select count(*)::integer from ${friendships}
      where ${friendships.lowId} = ${them} or ${friendships.highId} = ${them})`,
  };
}

/** A row of `personColumns` as it is shown; ids, and when somebody was seen, stay here. */
export function personOf({ actor, clock }: Pick<Ctx, 'actor' | 'clock'>, row: PersonRow): Person {
  const { username, name, profilePic, role, games, friends } = row;
  const relation = relationOf(actor, row);
  // Who looks is there, whatever has been written of it so far.
  const online =
    !row.suspended && (relation.state === 'self' || isOnline(row.lastSeenAt, clock.now()));
  const status = online ? 'Online' : 'Offline';
  return { username, name, profilePic, role, status, games, friends, relation };
}

/** Whether a row of `users` is of somebody who is online, as `isOnline` says it. */
export function onlineAt(now: Date): SQL<boolean> {
  const since = new Date(now.getTime() - presenceConstants.onlineMs).toISOString();
  return sql<boolean>`coalesce(${users.lastSeenAt} > ${since}::timestamptz, false)`;
}
