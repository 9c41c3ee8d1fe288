import { type SQL, sql } from 'drizzle-orm';
import { blocks, friendRequests, friendships, users } from '#database/schema.ts';
import type { Role } from '#shared/constants/roles.ts';
import type { Relation } from '#shared/schemas/relation.ts';
import { isSuspended } from '../accounts/suspension.ts';
import type { Actor } from '../base-context.ts';
import type { Ctx } from '../context.ts';
import { declinedBefore } from './friend-pair.ts';

export interface RelationRow {
  id: string;
  role: Role;
  suspended: boolean;
  areFriends: boolean;
  pending: boolean;
  asked: boolean;
  blocked: boolean;
  barred: boolean;
}

/** What a request must be for its sender to see it as pending. */
export function seemsPending(ctx: Pick<Ctx, 'clock'>): SQL<boolean> {
  const cutoff = declinedBefore(ctx).toISOString();
  return sql<boolean>`(${friendRequests.withdrawnAt} is null
    and (${friendRequests.declinedAt} is null or ${friendRequests.declinedAt} > ${cutoff}::timestamptz))`;
}

/** Columns over `users` that say what each row is to who looks; for `relationOf`. */
export function relationColumns(ctx: Pick<Ctx, 'actor' | 'clock'>) {
  const me = sql`${ctx.actor?.id ?? null}::uuid`;
  const blockOf = (blocker: SQL, blocked: SQL) =>
    sql<boolean>`exists (select from ${blocks}
      where ${blocks.blockerId} = ${blocker} and ${blocks.blockedId} = ${blocked})`;
  const them = sql`${users.id}`;
  return {
    id: users.id,
    role: users.role,
    suspended: isSuspended(ctx.clock.now()),
    areFriends: sql<boolean>`exists (select from ${friendships}
      where ${friendships.lowId} = least(${them}, ${me})
        and ${friendships.highId} = greatest(${them}, ${me}) and ${them} <> ${me})`,
    pending: sql<boolean>`exists (select from ${friendRequests}
      where ${friendRequests.senderId} = ${me} and ${friendRequests.targetId} = ${them}
        and ${seemsPending(ctx)})`,
    asked: sql<boolean>`exists (select from ${friendRequests}
      where ${friendRequests.senderId} = ${them} and ${friendRequests.targetId} = ${me}
        and ${friendRequests.declinedAt} is null)`,
    blocked: blockOf(me, them),
    barred: blockOf(them, me),
  };
}

/** What a row of `relationColumns` says. */
export function relationOf(actor: Actor | null, row: RelationRow): Relation {
  return {
    state: stateOf(actor, row),
    blocked: row.blocked,
    reachable:
      !row.blocked &&
      !row.barred &&
      !row.suspended &&
      row.role !== 'guest' &&
      actor?.role !== 'guest' &&
      actor?.id !== row.id,
  };
}

function stateOf(actor: Actor | null, row: RelationRow): Relation['state'] {
  if (!actor) return 'visitor';
  if (actor.id === row.id) return 'self';
  if (row.areFriends) return 'friends';
  if (row.pending) return 'pending';
  return row.asked ? 'asked' : 'none';
}
