import { and, eq, gt } from 'drizzle-orm';
import { mutes } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { BaseCtx } from '../context-parts.ts';
import { formatUtcTime } from './suspension.ts';

/**
 * Checks that a moderator has not muted the account: it may not write comments, discussions, messages and
 * captions. @throws AppError `muted`.
 */
export async function requireNotMuted(
  { db, clock }: Pick<BaseCtx, 'db' | 'clock'>,
  userId: string,
): Promise<void> {
  const [mute] = await db
    .select({ until: mutes.until })
    .from(mutes)
    .where(and(eq(mutes.userId, userId), gt(mutes.until, clock.now())));
  if (mute) throw createMutedError(mute.until);
}

/** The error of an account that a moderator muted until `until`. */
export function createMutedError(until: Date): AppError {
  return new AppError('muted', {
    text: `A moderator muted you: you can write again on ${formatUtcTime(until)} UTC. Settings say why.`,
  });
}
