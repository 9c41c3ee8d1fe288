import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { ownedGames, playSessions } from '#database/schema.ts';
import { gameplayConstants } from '#shared/constants/gameplay.ts';
import type { Ctx } from '../context.ts';

/**
 * How far the current cycle is, in milliseconds since it began; negative, by at most the tolerance, when
 * the card before it was awarded early.
 */
export interface PlayState {
  elapsedMs: number;
  cycleMs: number;
}

export function stateOf(
  { cycleStartedAt }: { cycleStartedAt: Date },
  { clock, rules }: Pick<Ctx, 'clock' | 'rules'>,
): PlayState {
  const elapsedMs = clock.now().getTime() - cycleStartedAt.getTime();
  return { elapsedMs: Math.min(elapsedMs, rules.playCycleMs), cycleMs: rules.playCycleMs };
}

/** The condition of the account's session that is active at `now` in a game that it still owns. */
export function activeSession(userId: string, gameId: number, now: Date): SQL | undefined {
  return and(
    eq(playSessions.userId, userId),
    eq(playSessions.gameId, gameId),
    isNull(playSessions.endedAt),
    gt(playSessions.lastCallAt, new Date(now.getTime() - gameplayConstants.idleMs)),
    sql`exists (select from ${ownedGames}
      where ${ownedGames.userId} = ${userId} and ${ownedGames.gameId} = ${gameId})`,
  );
}

/** When the current cycle of the active session began, or null without one. */
export async function cycleStart(
  db: Queryable,
  userId: string,
  gameId: number,
  now: Date,
): Promise<Date | null> {
  const [session] = await db
    .select({ cycleStartedAt: playSessions.cycleStartedAt })
    .from(playSessions)
    .where(activeSession(userId, gameId, now));
  return session?.cycleStartedAt ?? null;
}
