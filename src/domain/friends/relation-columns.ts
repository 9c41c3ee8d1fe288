import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { boolean } from '#database/column-types.ts';
import { blocks, friendRequests, friendships, users } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import type { Role } from '#shared/constants/accounts/roles.ts';
import type { Relation } from '#shared/types/relation.ts';
import { isSuspended } from '../accounts/suspension.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { acceptsRequests } from '../privacy/privacy-conditions.ts';
import { getDeclineCutoff } from './lock-friend-pair.ts';

/** An account of `users` and its relation to the actor. */
export interface RelationRow {
  id: string;
  role: Role;
  suspended: boolean;
  areFriends: boolean;
  /** Whether the actor sent a request that it sees as pending. */
  requestSent: boolean;
  /** Whether the account sent the actor a request that is not declined. */
  requestReceived: boolean;
  /** Whether the account accepts friend requests from the actor. */
  acceptsRequests: boolean;
  /** Whether the actor has blocked the account. */
  blocked: boolean;
  /** Whether the account has blocked the actor. */
  blockedByOther: boolean;
}

/** The SQL condition of friend requests that their senders see as pending. */
export function appearsPending(ctx: Pick<Ctx, 'clock'>): SQL {
  return appearsPendingAfter(getDeclineCutoff(ctx).toISOString());
}

function appearsPendingAfter(cutoff: string | Placeholder): SQL {
  return sql`(${friendRequests.withdrawnAt} is null
    and (${friendRequests.declinedAt} is null or ${friendRequests.declinedAt} > ${cutoff}::timestamptz))`;
}

/** The columns of a `RelationRow`, in a query of `users`. */
export function relationColumns(ctx: Pick<Ctx, 'actor' | 'clock'>) {
  return createColumns({
    actor: ctx.actor?.id ?? null,
    now: ctx.clock.now(),
    cutoff: getDeclineCutoff(ctx).toISOString(),
  });
}

/** The same columns for a prepared query; `relationValues` are its values. */
export function preparedRelationColumns() {
  return createColumns({
    actor: sql.placeholder('actor'),
    now: sql.placeholder('now'),
    cutoff: sql.placeholder('cutoff'),
  });
}

export function relationValues(ctx: Pick<Ctx, 'actor' | 'clock'>) {
  return {
    actor: ctx.actor?.id ?? null,
    now: ctx.clock.now().toISOString(),
    cutoff: getDeclineCutoff(ctx).toISOString(),
  };
}

interface ColumnInputs {
  /** The id of the actor; null for a visitor. */
  actor: string | null | Placeholder;
  now: Date | Placeholder;
  /** Requests that were declined after this time appear pending. */
  cutoff: string | Placeholder;
}

function createColumns({ actor, now, cutoff }: ColumnInputs) {
  const actorId = sql`${actor}::uuid`;
  const blockOf = (blocker: SQL, blocked: SQL) =>
    typedSql(
      boolean,
      sql`exists (select from ${blocks}
      where ${blocks.blockerId} = ${blocker} and ${blocks.blockedId} = ${blocked})`,
    );
  const userId = sql`${users.id}`;
  return {
    id: users.id,
    role: users.role,
    suspended: isSuspended(now),
    areFriends: typedSql(
      boolean,
      sql`exists (select from ${friendships}
      where ${friendships.lowId} = least(${userId}, ${actorId})
        and ${friendships.highId} = greatest(${userId}, ${actorId}) and ${userId} <> ${actorId})`,
    ),
    requestSent: typedSql(
      boolean,
      sql`exists (select from ${friendRequests}
      where ${friendRequests.senderId} = ${actorId} and ${friendRequests.targetId} = ${userId}
        and ${appearsPendingAfter(cutoff)})`,
    ),
    requestReceived: typedSql(
      boolean,
      sql`exists (select from ${friendRequests}
      where ${friendRequests.senderId} = ${userId} and ${friendRequests.targetId} = ${actorId}
        and ${friendRequests.declinedAt} is null)`,
    ),
    acceptsRequests: typedSql(boolean, acceptsRequests(userId, actorId)),
    blocked: blockOf(actorId, userId),
    blockedByOther: blockOf(userId, actorId),
  };
}

/** Converts a row of `relationColumns` to the relation to the actor. */
export function toRelation(actor: Actor | null, row: RelationRow): Relation {
  return {
    state: getRelationState(actor, row),
    blocked: row.blocked,
    reachable:
      !row.blocked &&
      !row.blockedByOther &&
      !row.suspended &&
      // A request that was received can be accepted whatever the settings say.
      (row.acceptsRequests || row.requestReceived) &&
      row.role !== 'guest' &&
      actor?.role !== 'guest' &&
      actor?.id !== row.id,
  };
}

function getRelationState(actor: Actor | null, row: RelationRow): Relation['state'] {
  if (!actor) return 'visitor';
  if (actor.id === row.id) return 'self';
  if (row.areFriends) return 'friends';
  if (row.requestSent) return 'pending';
  return row.requestReceived ? 'received' : 'none';
}
