import { randomUUID } from 'node:crypto';
import { and, count, eq, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { gameDeliveries, gameKeyPeriods, gameKeys } from '#database/schema.ts';
import { gameKeyConstants } from '#shared/constants/game-library/game-keys.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { lockOwnGame } from '../../catalog/own-games/lock-own-game.ts';
import { publishGameChange } from '../../catalog/own-games/publish-game-change.ts';
import type { Ctx } from '../../context.ts';
import { requireCatalogEditor } from '../../permissions/require-catalog-editor.ts';
import { claimEncryptionKey } from '../../secrets/claim-encryption-key.ts';
import type { Encryption } from '../../secrets/encryption.ts';
import { countEncrypted } from '../../secrets/list-unreadable.ts';
import { appendToAdminLog } from '../../site/append-to-admin-log.ts';
import { readFingerprintKeys } from './earlier-fingerprint-keys.ts';
import { fingerprintOwner, ownerOfKey } from './get-own-game-key.ts';
import type { KeyUnit, ListedKey, RefusedLine } from './parse-key-list.ts';
import { listSentKeys, type SentKeys } from './sent-keys.ts';

const { keysPerGame, refusedShown } = gameKeyConstants;

/** Rows that one statement inserts. */
const batchSize = 1_000;

export interface AddedKeys {
  added: number;
  /** The first refused lines. */
  refused: RefusedLine[];
  refusedCount: number;
  unit: KeyUnit;
}

/** The keys of a game in numbers. Nobody but the buyer of a key ever sees its text again. */
export interface GameKeyCounts {
  total: number;
  given: number;
  left: number;
  /** How many of those that are left this node cannot decrypt. They are not given. */
  unreadable: number;
  /** Since when each purchase gets a key; null if purchases get none. */
  since: Date | null;
}

/**
 * Adds keys to a game of the site. Keys that the game has or had are refused, and the report names their lines or
 * rows. From the first keys on each purchase gets one.
 * @throws AppError `login-required`, `catalog-editors-only`, `rate-limited`, `game-not-found`, `bad-input`,
 * `too-many-keys`, `keys-unavailable`.
 */
export async function addGameKeys(
  ctx: Ctx,
  { gameId, ...sent }: { gameId: number } & SentKeys,
): Promise<AddedKeys> {
  const { id: accountId } = requireCatalogEditor(ctx);
  await ctx.rateLimiter.take('game-keys-by-account', accountId);
  const { keys, refused } = listSentKeys(sent);
  const known = await ctx.db.transaction((tx) =>
    addKeysInTransaction(tx, { ...ctx, accountId }, { gameId, keys }),
  );
  publishGameChange(ctx);
  const all = [
    ...refused,
    ...known.map((line) => ({ line, reason: 'the game has or had this key' })),
  ].toSorted((a, b) => a.line - b.line);
  return {
    added: keys.length - known.length,
    refused: all.slice(0, refusedShown),
    refusedCount: all.length,
    unit: 'list' in sent ? 'line' : 'row',
  };
}

type Adder = Pick<Ctx, 'clock' | 'encryption'> & { accountId: string };

/**
 * Adds keys in a transaction of the caller, which has checked the rights of the account. Returns the lines of the
 * keys that the game has or had.
 * @throws AppError `game-not-found`, `too-many-keys`, `keys-unavailable`.
 */
export async function addKeysInTransaction(
  tx: Queryable,
  ctx: Adder,
  { gameId, keys }: { gameId: number; keys: readonly ListedKey[] },
): Promise<number[]> {
  const { accountId, encryption } = ctx;
  const now = ctx.clock.now();
  const { name } = await lockOwnGame(tx, gameId);
  if (!(await claimEncryptionKey(tx, ctx))) throw new AppError('keys-unavailable');
  const added = await listNewKeys(tx, encryption, { gameId, keys });
  const { total } = await countKeys(tx, gameId);
  if (total + added.length > keysPerGame) throw new AppError('too-many-keys');
  const rows = added.map(({ text, fingerprint }) => {
    const id = randomUUID();
    const { text: encrypted, keyId } = encryption.encrypt(text, ownerOfKey(id));
    const origin = { gameId, fingerprint, addedBy: accountId, addedAt: now };
    return { id, encrypted, encryptedBy: keyId, ...origin };
  });
  for (let from = 0; from < rows.length; from += batchSize)
    await tx.insert(gameKeys).values(rows.slice(from, from + batchSize));
  if (rows.length === 0) return keys.map(({ line }) => line);
  if (total === 0 && (await readKeysSince(tx, gameId)) === null)
    await setKeysSince(tx, { gameId, required: true, now });
  await appendToAdminLog(tx, {
    accountId,
    act: 'add-game-keys',
    subject: String(gameId),
    details: { name, added: rows.length },
    at: now,
  });
  const lines = new Set(added.map(({ line }) => line));
  return keys.map(({ line }) => line).filter((line) => !lines.has(line));
}

/** Those of the keys that the game does not have and never had, with the hash by which they are found again. */
export async function listNewKeys(
  tx: Queryable,
  encryption: Encryption,
  { gameId, keys }: { gameId: number; keys: readonly ListedKey[] },
): Promise<(ListedKey & { fingerprint: string })[]> {
  const earlier = keys.length > 0 ? await readFingerprintKeys(tx, encryption) : [];
  const prepared = keys.map((key) => ({
    key,
    fingerprints: encryption.fingerprints(key.text, fingerprintOwner(gameId), earlier),
  }));
  const stored = await findFingerprints(
    tx,
    gameId,
    prepared.flatMap(({ fingerprints }) => fingerprints),
  );
  return prepared
    .filter(({ fingerprints }) => !fingerprints.some((one) => stored.has(one)))
    .map(({ key, fingerprints: [fingerprint] }) => ({ ...key, fingerprint }));
}

/**
 * Removes the unused keys of a game. Returns how many. A key that a purchase takes at this moment stays.
 * @throws AppError `login-required`, `catalog-editors-only`, `game-not-found`.
 */
export async function removeUnusedKeys(
  ctx: Ctx,
  { gameId }: { gameId: number },
): Promise<{ removed: number }> {
  const { id: accountId } = requireCatalogEditor(ctx);
  const removed = await ctx.db.transaction(async (tx) => {
    const { name } = await lockOwnGame(tx, gameId);
    const unused = tx
      .select({ id: gameKeys.id })
      .from(gameKeys)
      .where(and(eq(gameKeys.gameId, gameId), isNull(gameKeys.userId)))
      .for('update', { skipLocked: true });
    const rows = await tx
      .delete(gameKeys)
      .where(and(inArray(gameKeys.id, unused), isNull(gameKeys.userId)))
      .returning({ id: gameKeys.id });
    if (rows.length === 0) return 0;
    await appendToAdminLog(tx, {
      accountId,
      act: 'remove-game-keys',
      subject: String(gameId),
      details: { name, removed: rows.length },
      at: ctx.clock.now(),
    });
    return rows.length;
  });
  publishGameChange(ctx);
  countEncrypted.clear(ctx);
  return { removed };
}

/**
 * Says whether each purchase of a game gets a key from now on. Keys that were given stay with their buyers.
 * Doing it again changes nothing.
 * @throws AppError `login-required`, `catalog-editors-only`, `game-not-found`.
 */
export async function setKeysRequired(
  ctx: Ctx,
  { gameId, required }: { gameId: number; required: boolean },
): Promise<void> {
  const { id: accountId } = requireCatalogEditor(ctx);
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const { name } = await lockOwnGame(tx, gameId);
    const since = await readKeysSince(tx, gameId);
    if ((since !== null) === required) return;
    await setKeysSince(tx, { gameId, required, now });
    await appendToAdminLog(tx, {
      accountId,
      act: required ? 'require-game-keys' : 'end-game-keys',
      subject: String(gameId),
      details: { name },
      at: now,
    });
  });
  publishGameChange(ctx);
}

/**
 * The keys of a game in numbers, for its editors.
 * @throws AppError `login-required`, `catalog-editors-only`.
 */
export async function countGameKeys(ctx: Ctx, gameId: number): Promise<GameKeyCounts> {
  requireCatalogEditor(ctx);
  const [counts, since, [unreadable]] = await Promise.all([
    countKeys(ctx.db, gameId),
    readKeysSince(ctx.db, gameId),
    ctx.db
      .select({ keys: count() })
      .from(gameKeys)
      .where(
        and(
          eq(gameKeys.gameId, gameId),
          isNull(gameKeys.userId),
          notInArray(gameKeys.encryptedBy, [...ctx.encryption.keyIds]),
        ),
      ),
  ]);
  const { total, given } = counts;
  return { total, given, left: total - given, unreadable: unreadable?.keys ?? 0, since };
}

async function countKeys(db: Queryable, gameId: number) {
  const own = eq(gameKeys.gameId, gameId);
  const [[all], [given]] = await Promise.all([
    db.select({ keys: count() }).from(gameKeys).where(own),
    db
      .select({ keys: count() })
      .from(gameKeys)
      .where(and(own, isNotNull(gameKeys.userId))),
  ]);
  return { total: all?.keys ?? 0, given: given?.keys ?? 0 };
}

async function findFingerprints(
  tx: Queryable,
  gameId: number,
  fingerprints: string[],
): Promise<Set<string>> {
  const rows = await tx
    .select({ fingerprint: gameKeys.fingerprint })
    .from(gameKeys)
    .where(
      and(
        eq(gameKeys.gameId, gameId),
        sql`${gameKeys.fingerprint} = any(${sql.param(fingerprints)}::text[])`,
      ),
    );
  return new Set(rows.map(({ fingerprint }) => fingerprint));
}

async function readKeysSince(db: Queryable, gameId: number): Promise<Date | null> {
  const [delivery] = await db
    .select({ keysSince: gameDeliveries.keysSince })
    .from(gameDeliveries)
    .where(eq(gameDeliveries.gameId, gameId));
  return delivery?.keysSince ?? null;
}

/** The audit reads the periods: purchases in each of them got a key, also in one that has ended. */
async function setKeysSince(
  tx: Queryable,
  { gameId, required, now }: { gameId: number; required: boolean; now: Date },
): Promise<void> {
  const keysSince = required ? now : null;
  await tx
    .insert(gameDeliveries)
    .values({ gameId, keysSince })
    .onConflictDoUpdate({ target: gameDeliveries.gameId, set: { keysSince } });
  const { gameId: game, since, until } = gameKeyPeriods;
  if (required) {
    await tx
      .insert(gameKeyPeriods)
      .values({ gameId, since: now })
      .onConflictDoUpdate({ target: [game, since], set: { until: null } });
  } else {
    const isOpen = and(eq(game, gameId), isNull(until));
    await tx.update(gameKeyPeriods).set({ until: now }).where(isOpen);
  }
}
