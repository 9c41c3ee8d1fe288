import { cards } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type CardKind, listCardKinds } from '../../card-sets/list-card-set.ts';
import { lockSetAgainstChanges } from '../../card-sets/lock-card-set.ts';
import type { Ctx } from '../../context.ts';
import { findGameByName } from '../../game-library/find-game-by-name.ts';
import { runIdempotent } from '../../lib/idempotency.ts';
import { requireAdmin } from '../../permissions/require-moderator.ts';
import { appendToModerationLog } from '../log/append-to-moderation-log.ts';
import { findModeratedAccount } from './find-moderated-account.ts';

interface Grant {
  /** The player that gets the card. */
  username: string;
  /** The game's name, without regard to case, found as `findGameByName` finds it for the player. */
  game: string;
  /** The card's name, without regard to case. */
  card: string;
  reason: string;
  key: string;
}

/**
 * Gives a player a new card of a game's set. Each granted card has an entry in the moderation log, which
 * the audit compares with the cards.
 * @throws AppError `login-required`, `admins-only`, `user-not-found`, `guest-not-allowed`,
 * `account-suspended`, `game-not-found`, `card-not-found`, `key-reused`.
 */
export async function grantCard(
  ctx: Ctx,
  { username, game, card, reason, key }: Grant,
): Promise<{ gameId: number; card: CardKind }> {
  const admin = requireAdmin(ctx);
  const now = ctx.clock.now();
  const target = await findModeratedAccount(ctx.db, username, now);
  // Also a hidden one: a repeated form gets its first answer after the game was hidden.
  const gameId = await findGameByName(ctx.db, { name: game, userId: target.id, withHidden: true });
  if (gameId === null) throw new AppError('game-not-found');
  const cardName = card.toLowerCase();
  const kinds = await listCardKinds(ctx.db, gameId);
  const kind = kinds.find(({ name }) => name.toLowerCase() === cardName);
  if (!kind) throw new AppError('card-not-found');
  const input = { targetId: target.id, gameId, kindId: kind.id, reason };
  const keyed = { userId: admin.id, key, request: { useCase: 'grant-card', input } };
  return runIdempotent(ctx, keyed, async (tx) => {
    // Checked here: a repeated form gets its first answer even if the account has changed since.
    const { role, suspended } = await findModeratedAccount(tx, username, now);
    if (role === 'guest') {
      throw new AppError('guest-not-allowed', { text: 'A guest cannot be given a card.' });
    }
    if (suspended) throw new AppError('account-suspended');
    await lockSetAgainstChanges(tx, gameId);
    const stillKinds = await listCardKinds(tx, gameId);
    if (!stillKinds.some(({ id }) => id === kind.id)) throw new AppError('card-not-found');
    const [created] = await tx
      .insert(cards)
      .values({ ownerId: target.id, kindId: kind.id, gameId, origin: 'granted', createdAt: now })
      .returning({ id: cards.id });
    if (!created) throw new Error('The insert of a card returned no row.');
    await appendToModerationLog(tx, {
      moderatorId: admin.id,
      act: 'grant-card',
      targetId: target.id,
      reason,
      details: { cardId: created.id, kindId: kind.id, gameId, card: kind.name, game },
      at: now,
    });
    return { gameId, card: kind };
  });
}
