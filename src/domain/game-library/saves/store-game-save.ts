import { randomUUID } from 'node:crypto';
import { and, count, eq, sum } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { gameSaves, users } from '#database/schema.ts';
import { gameSaveConstants } from '#shared/constants/game-library/game-saves.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { requireSavingPlayer } from './require-saving-player.ts';

interface StoredGameSave {
  /** Whether something else was stored since `revision`, so that nothing was changed. */
  isConflict: boolean;
  /** The revision that is stored now; null if nothing is. */
  revision: string | null;
}

interface Save {
  userId: string;
  gameId: number;
  data: string;
  bytes: number;
  savedAt: Date;
}

/**
 * Stores what a game sends for the actor. `revision` is the one that the game knows, null for none: if another window
 * has stored something since, nothing is changed. The same data sent again, after an answer that was lost, is no
 * conflict.
 * @throws AppError `login-required`, `game-not-owned`, `game-save-bytes`, `game-saves-full`, `bad-input`,
 * `rate-limited`.
 */
export async function storeGameSave(
  ctx: Ctx,
  { gameId, data, revision }: { gameId: number; data: string; revision: string | null },
): Promise<StoredGameSave> {
  const { userId } = await requireSavingPlayer(ctx, gameId);
  await ctx.rateLimiter.take('game-saves-by-account', userId);
  const bytes = Buffer.byteLength(data);
  if (bytes > gameSaveConstants.bytesMax) throw new AppError('game-save-bytes');
  // The database stores no such text.
  if (data.includes('\0')) throw new AppError('bad-input');
  return ctx.db.transaction(async (tx) => {
    // Two games at once cannot both take the last place.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
    const save = { userId, gameId, data, bytes, savedAt: ctx.clock.now() };
    const written = await write(tx, save, revision);
    if (written === null) return findConflict(tx, save);
    await checkBounds(tx, userId);
    return { isConflict: false, revision: written };
  });
}

/** Returns the new revision; null if `known` is not the revision that is stored. */
async function write(tx: Queryable, save: Save, known: string | null): Promise<string | null> {
  const changed = { ...save, revision: randomUUID() };
  const revision = { revision: gameSaves.revision };
  const rows =
    known === null
      ? await tx.insert(gameSaves).values(changed).onConflictDoNothing().returning(revision)
      : await tx
          .update(gameSaves)
          .set(changed)
          .where(and(isSaveOf(save), eq(gameSaves.revision, known)))
          .returning(revision);
  return rows[0]?.revision ?? null;
}

async function findConflict(tx: Queryable, save: Save): Promise<StoredGameSave> {
  const [stored] = await tx
    .select({ revision: gameSaves.revision, data: gameSaves.data })
    .from(gameSaves)
    .where(isSaveOf(save));
  return { isConflict: stored?.data !== save.data, revision: stored?.revision ?? null };
}

async function checkBounds(tx: Queryable, userId: string): Promise<void> {
  const [all] = await tx
    .select({ saves: count(), bytes: sum(gameSaves.bytes) })
    .from(gameSaves)
    .where(eq(gameSaves.userId, userId));
  const { savesMax, accountBytesMax } = gameSaveConstants;
  if ((all?.saves ?? 0) > savesMax || Number(all?.bytes ?? 0) > accountBytesMax)
    throw new AppError('game-saves-full');
}

const isSaveOf = ({ userId, gameId }: Pick<Save, 'userId' | 'gameId'>) =>
  and(eq(gameSaves.userId, userId), eq(gameSaves.gameId, gameId));
