import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import { sessions } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { sessionConstants } from '#shared/constants/accounts/sessions.ts';
import { requireActor } from '../../permissions/require-actor.ts';
import { lockAccounts } from '../lock-accounts.ts';

/** The web sessions of the actor: that of the request first, then those that were seen last. */
export async function listOwnSessions(ctx: Ctx) {
  const { id, sessionId } = requireActor(ctx);
  const rows = await ctx.db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      network: sessions.network,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, id), gt(sessions.expiresAt, ctx.clock.now())))
    .orderBy(
      sql`${sessions.id} = ${sessionId} desc`,
      sql`${sessions.lastSeenAt} desc nulls last`,
      desc(sessions.createdAt),
      desc(sessions.id),
    )
    .limit(sessionConstants.perAccount);
  return rows.map((row) => ({ ...row, isCurrent: row.id === sessionId }));
}

/**
 * Ends one web session of the actor and closes its sockets. Does nothing when it has ended before.
 * @throws AppError `login-required`.
 */
export async function endOwnSession(ctx: Ctx, sessionId: string): Promise<void> {
  const { id } = requireActor(ctx);
  const ended = await ctx.db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, id)))
    .returning({ id: sessions.id });
  publishEnd(ctx, ended);
}

/**
 * Ends all web sessions of the actor except that of the request, and closes their sockets. Returns how many.
 * @throws AppError `login-required`.
 */
export async function endOtherSessions(ctx: Ctx): Promise<number> {
  const { id, sessionId } = requireActor(ctx);
  const ended = await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, [id], 'no key update');
    return tx
      .delete(sessions)
      .where(and(eq(sessions.userId, id), ne(sessions.id, sessionId)))
      .returning({ id: sessions.id });
  });
  publishEnd(ctx, ended);
  return ended.length;
}

function publishEnd({ events }: Pick<Ctx, 'events'>, ended: readonly { id: string }[]): void {
  const sessionIds = ended.map(({ id }) => id);
  if (sessionIds.length > 0) events.publish({ type: 'sessions-ended', sessionIds });
}
