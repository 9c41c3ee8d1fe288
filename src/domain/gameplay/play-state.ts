import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { ownedGames, playSessions } from '#database/schema.ts';
import { gameplayConstants } from '#shared/constants/gameplay.ts';
import type { Ctx } from '../context.ts';
import { getRules } from '../site/current-rules.ts';

export interface PlayState {
  /**
   * Milliseconds since the current cycle began, at most `cycleMs`. Negative, by at most the tolerance,
   * when the previous card was awarded early.
   */
  elapsedMs: number;
  /** The length of a cycle in milliseconds. */
  cycleMs: number;
}

export async function toPlayState(
  { cycleStartedAt }: { cycleStartedAt: Date },
  ctx: Pick<Ctx, 'db' | 'clock' | 'readCache' | 'rules'>,
): Promise<PlayState> {
  const { playCycleMs: cycleMs } = await getRules(ctx);
  const elapsedMs = ctx.clock.now().getTime() - cycleStartedAt.getTime();
  return { elapsedMs: Math.min(elapsedMs, cycleMs), cycleMs };
}

/** The SQL condition of an account's play session that is active at `now`, in a game that it still owns. */
export function isActiveSession(userId: string, gameId: number, now: Date): SQL | undefined {
  return and(
    eq(playSessions.userId, userId),
    eq(playSessions.gameId, gameId),
    isNull(playSessions.endedAt),
    gt(playSessions.lastCallAt, new Date(now.getTime() - gameplayConstants.endAfterIdleMs)),
    sql`exists (select from ${ownedGames}
      where ${ownedGames.userId} = ${userId} and ${ownedGames.gameId} = ${gameId})`,
  );
}

/** Returns when the current cycle of the active play session began, or null without an active session. */
export async function findCycleStart(
  db: Queryable,
  userId: string,
  gameId: number,
  now: Date,
): Promise<Date | null> {
  const [session] = await db
    .select({ cycleStartedAt: playSessions.cycleStartedAt })
    .from(playSessions)
    .where(isActiveSession(userId, gameId, now));
  return session?.cycleStartedAt ?? null;
}
