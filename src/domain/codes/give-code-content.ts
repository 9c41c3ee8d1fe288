import { randomUUID } from 'node:crypto';
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { cards, gameKeys, games, groups, ownedGames } from '#database/schema.ts';
import { heldRoles } from '#database/sql/held-roles.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { enterGroup } from '../accounts/enter-group.ts';
import type { Actor } from '../actor.ts';
import { listCardKinds } from '../card-sets/list-card-set.ts';
import { lockSetAgainstChanges } from '../card-sets/lock-card-set.ts';
import { moveMoney } from '../ledger/move-money.ts';
import type { CodeBatch } from './code-batch.ts';
import type { UnusedKey } from './lock-unused-key.ts';

/** What a player got for a code. Money in cents. */
export type Redeemed =
  | { kind: 'money'; amount: number; balance: number }
  | { kind: 'game'; gameId: number; game: string }
  | { kind: 'card'; gameId: number; game: string; card: string }
  | { kind: 'group'; groupId: string; group: string };

/** What was written for it, for the record of the use. */
export interface Given {
  redeemed: Redeemed;
  transferId: string | null;
  cardId: string | null;
}

interface Gift {
  actor: Actor;
  batch: CodeBatch;
  at: Date;
}

/** The caller has locked the wallet. @throws AppError `balance-limit`. */
export async function giveMoneyOfCode(tx: Queryable, { actor, batch, at }: Gift): Promise<Given> {
  const transferId = randomUUID();
  const amount = batch.amount ?? 0;
  const balance = await moveMoney(tx, {
    transferId,
    kind: 'code',
    userId: actor.id,
    systemAccount: 'codes',
    amount,
    subject: null,
    at,
  });
  return { redeemed: { kind: 'money', amount, balance }, transferId, cardId: null };
}

/**
 * Gives a game for nothing, with the locked key if its owners get one.
 * @throws AppError `game-not-found`, `role-needed`, `sold-out`, `already-owned`.
 */
export async function giveGameOfCode(
  tx: Queryable,
  { actor, batch, unused, at }: Gift & { unused: UnusedKey },
): Promise<Given> {
  const game = await findGame(tx, batch.gameId, actor);
  if (unused.isNeeded && unused.id === null) throw new AppError('sold-out');
  const transferId = randomUUID();
  const owned = await tx
    .insert(ownedGames)
    .values({ userId: actor.id, gameId: game.id, transferId, boughtAt: at, price: 0 })
    .onConflictDoNothing()
    .returning({ gameId: ownedGames.gameId });
  if (owned.length === 0) throw new AppError('already-owned');
  if (unused.id !== null) {
    await tx
      .update(gameKeys)
      .set({ userId: actor.id, givenAt: at })
      .where(eq(gameKeys.id, unused.id));
  }
  return {
    redeemed: { kind: 'game', gameId: game.id, game: game.name },
    transferId,
    cardId: null,
  };
}

/** @throws AppError `game-not-found`; `card-not-found` if the card has left the set of its game. */
export async function giveCardOfCode(tx: Queryable, { actor, batch, at }: Gift): Promise<Given> {
  const game = await findGame(tx, batch.gameId, null);
  await lockSetAgainstChanges(tx, game.id);
  const kinds = await listCardKinds(tx, game.id);
  const kind = kinds.find(({ id }) => id === batch.cardKindId);
  if (!kind) throw new AppError('card-not-found');
  const [created] = await tx
    .insert(cards)
    .values({
      ownerId: actor.id,
      kindId: kind.id,
      gameId: game.id,
      origin: 'redeemed',
      createdAt: at,
    })
    .returning({ id: cards.id });
  if (!created) throw new Error('The insert of a card returned no row.');
  return {
    redeemed: { kind: 'card', gameId: game.id, game: game.name, card: kind.name },
    transferId: null,
    cardId: created.id,
  };
}

/**
 * Makes the account, which the caller has locked, a member of a group. Admins made the code, so it is as their
 * invitation: it leads also into a group on which something hangs.
 * @throws AppError `group-gone`, `group-joined`, `groups-full`.
 */
export async function enterGroupOfCode(tx: Queryable, { actor, batch, at }: Gift): Promise<Given> {
  const { groupId } = batch;
  if (groupId === null) throw new AppError('group-gone');
  await enterGroup(tx, { groupId, userId: actor.id, how: 'code', at });
  const [group] = await tx.select({ name: groups.name }).from(groups).where(eq(groups.id, groupId));
  return {
    redeemed: { kind: 'group', groupId, group: group?.name ?? '' },
    transferId: null,
    cardId: null,
  };
}

/** The game, unless it is hidden or the buyer does not have the role that buyers need. */
async function findGame(tx: Queryable, gameId: number | null, buyer: Actor | null) {
  const mayOwn =
    buyer === null || buyer.role === 'admin'
      ? undefined
      : or(
          isNull(games.roleNeeded),
          sql`exists (select from ${heldRoles} as had
            where had.user_id = ${buyer.id}::uuid and had.role = ${games.roleNeeded})`,
        );
  const [game] = await tx
    .select({ id: games.id, name: games.name })
    .from(games)
    .where(and(eq(games.id, gameId ?? 0), eq(games.isHidden, false), mayOwn));
  if (!game) throw new AppError('game-not-found');
  return game;
}
