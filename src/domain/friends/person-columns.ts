import { type SQL, sql } from 'drizzle-orm';
import { boolean, integer, nullable } from '#database/column-types.ts';
import { friendships, ownedGames, users } from '#database/schema.ts';
import { type CurrentGame, selectCurrentGame } from '#database/sql/select-current-game.ts';
import { typedSql } from '#database/typed-sql.ts';
import { presenceConstants } from '#shared/constants/accounts/presence.ts';
import type { Role } from '#shared/constants/accounts/roles.ts';
import type { Relation } from '#shared/types/relation.ts';
import { isOnline } from '../accounts/presence/presence.ts';
import type { Ctx } from '../context.ts';
import { isCurrentGameVisible, isVisible } from '../privacy/privacy-conditions.ts';
import { type RelationRow, relationColumns, toRelation } from './relation-columns.ts';

/** A player as lists of players show it. */
export interface Person {
  /** As typed. */
  username: string;
  name: string;
  profilePic: string;
  role: Role;
  status: 'Online' | 'Offline';
  /** The game that the player is playing now; null where the actor may not see it. */
  playing: CurrentGame | null;
  /** Null where the actor may not see them. */
  games: number | null;
  friends: number | null;
  /** To the actor. */
  relation: Relation;
}

interface PersonRow extends RelationRow {
  username: string;
  name: string;
  profilePic: string;
  lastSeenAt: Date | null;
  /** Whether the actor may see that the account is Online. */
  seesPresence: boolean;
  /** The game that is being played now, if the actor may see it. */
  playing: CurrentGame | null;
  games: number | null;
  friends: number | null;
}

/** The columns over `users` that `toPerson` needs. */
export function personColumns(ctx: Pick<Ctx, 'actor' | 'clock'>) {
  const userId = sql`${users.id}`;
  const actorId = sql`${ctx.actor?.id ?? null}::uuid`;
  return {
    ...relationColumns(ctx),
    username: users.displayUsername,
    name: users.name,
    profilePic: users.profilePic,
    lastSeenAt: users.lastSeenAt,
    seesPresence: typedSql(boolean, isVisible('presence', userId, actorId)),
    playing: selectCurrentGame(
      sql`(select ${userId} where ${isCurrentGameVisible(userId, actorId)})`,
      ctx.clock.now().toISOString(),
    ),
    games: typedSql(
      nullable(integer),
      sql`case when ${isVisible('games', userId, actorId)}
        then (select count(*)::integer from ${ownedGames}
          where ${ownedGames.userId} = ${userId}) end`,
    ),
    friends: typedSql(
      nullable(integer),
      sql`case when ${isVisible('friends', userId, actorId)}
        then (select count(*)::integer from ${friendships}
          where ${friendships.lowId} = ${userId} or ${friendships.highId} = ${userId}) end`,
    ),
  };
}

/** Converts a row of `personColumns`. It leaves out ids and last-seen times, which are not public. */
export function toPerson({ actor, clock }: Pick<Ctx, 'actor' | 'clock'>, row: PersonRow): Person {
  const { username, name, profilePic, role, games, friends } = row;
  const relation = toRelation(actor, row);
  // The actor is always Online here, even before this request is written as its last-seen time.
  const online =
    !row.suspended &&
    (relation.state === 'self' || (row.seesPresence && isOnline(row.lastSeenAt, clock.now())));
  const status = online ? 'Online' : 'Offline';
  const playing = online ? row.playing : null;
  return { username, name, profilePic, role, status, playing, games, friends, relation };
}

/** The SQL condition that the actor sees a row of `users` as Online, by the same rule as `isOnline`. */
export function isSeenOnline({ actor, clock }: Pick<Ctx, 'actor' | 'clock'>): SQL {
  const since = new Date(clock.now().getTime() - presenceConstants.onlineMs).toISOString();
  const isVisibleToActor = isVisible('presence', users.id, sql`${actor?.id ?? null}::uuid`);
  return sql`(coalesce(${users.lastSeenAt} > ${since}::timestamptz, false) and ${isVisibleToActor})`;
}
