import { and, desc, eq, ne, notInArray, sql } from 'drizzle-orm';
import type { Transaction } from '#database/pg-patches/transaction.ts';
import { gameEarlierNames, games } from '#database/schema.ts';
import { earlierNamesMax } from '#shared/constants/catalog/game-overrides.ts';
import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { mixesScripts, toNameSkeletons } from '../../lib/letters/name-skeleton.ts';

/** The bytes of 'gam': the advisory lock of the names that editors give. */
const lockSpace = 0x67616d;

/**
 * Makes other transactions in which editors name games wait, so that no two games get one name at once. An index
 * cannot do that: sources have several games of one name.
 */
export async function lockGameNames(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockSpace}::integer, 0)`);
}

/**
 * Rejects a name that another game of any source has, also a hidden one. `ownId` is the game that gets it; null for a
 * new one. The caller holds the lock of the names.
 * @throws AppError `game-name-taken`
 */
export async function requireUnusedName(
  tx: Transaction,
  name: string,
  ownId: number | null,
): Promise<void> {
  const isOther = ownId === null ? undefined : ne(games.id, ownId);
  const taken = await tx.$count(games, and(sql`lower(${games.name}) = lower(${name})`, isOther));
  if (taken > 0) throw new AppError('game-name-taken');
}

/**
 * The same for a name that an editor typed: it also may not look like that of another game of the site or mix
 * alphabets in a word. A name that stays is never rejected for its look.
 * @throws AppError `game-name-taken`, `bad-input`
 */
export async function requireFreeName(
  tx: Transaction,
  name: string,
  ownId: number | null,
): Promise<void> {
  await requireUnusedName(tx, name, ownId);
  const all = await tx
    .select({ id: games.id, name: games.name })
    .from(games)
    .where(eq(games.source, 'own'))
    .limit(ownGameConstants.gamesMax);
  if (all.some((game) => game.id === ownId && game.name === name)) return;
  if (mixesScripts(name)) throw createNameError('Use letters of one alphabet in a word.');
  const skeletons = new Set(toNameSkeletons(name));
  const looksAlike = (other: string) =>
    toNameSkeletons(other).some((skeleton) => skeletons.has(skeleton));
  if (all.some((game) => game.id !== ownId && looksAlike(game.name))) {
    throw createNameError('This name looks like that of another game.');
  }
}

const createNameError = (text: string) => new AppError('bad-input', { fields: { name: text } });

/** Remembers the name that a game had, because programs still call it by that. */
export async function saveEarlierName(
  tx: Transaction,
  { gameId, from, to, at }: { gameId: number; from: string; to: string; at: Date },
): Promise<void> {
  const ofGame = eq(gameEarlierNames.gameId, gameId);
  await tx
    .delete(gameEarlierNames)
    .where(and(ofGame, eq(gameEarlierNames.name, sql`lower(${to})`)));
  if (from.toLowerCase() === to.toLowerCase()) return;
  await tx
    .insert(gameEarlierNames)
    .values({ gameId, name: sql`lower(${from})`, replacedAt: at })
    .onConflictDoUpdate({
      target: [gameEarlierNames.name, gameEarlierNames.gameId],
      set: { replacedAt: at },
    });
  const newest = tx
    .select({ name: gameEarlierNames.name })
    .from(gameEarlierNames)
    .where(ofGame)
    .orderBy(desc(gameEarlierNames.replacedAt), gameEarlierNames.name)
    .limit(earlierNamesMax);
  await tx.delete(gameEarlierNames).where(and(ofGame, notInArray(gameEarlierNames.name, newest)));
}
