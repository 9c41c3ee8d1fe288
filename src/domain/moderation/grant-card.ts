import { cards } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';
import { type CardKind, cardKindsOf } from '../inventory/list-card-set.ts';
import { runOnce } from '../lib/idempotency.ts';
import { findGameByName } from '../library/find-game-by-name.ts';
import { appendToModerationLog } from './append-to-log.ts';
import { findModeratedAccount } from './find-moderated-account.ts';
import { requireAdmin } from './require-moderator.ts';

interface Grant {
  /** Who gets the card. */
  username: string;
  /** Names, without regard to case; the game as the receiver would mean it. */
  game: string;
  card: string;
  reason: string;
  key: string;
}

/**
 * Gives somebody a new card of a game's set, which nobody played for; the log has each of them, and the
 * audit compares.
 * @throws Refusal `login-required`, `admins-only`, `user-not-found`, `guest-not-allowed`,
 * `account-suspended`, `game-not-found`, `card-not-found`, `key-reused`.
 */
export async function grantCard(
  ctx: Ctx,
  { username, game, card, reason, key }: Grant,
): Promise<{ gameId: number; card: CardKind }> {
  const admin = requireAdmin(ctx);
  const now = ctx.clock.now();
  const target = await findModeratedAccount(ctx.db, username, now);
  const gameId = await findGameByName(ctx.db, { name: game, userId: target.id });
  if (gameId === null) throw new AppError('game-not-found');
  const wanted = card.toLowerCase();
  const kinds = await cardKindsOf(ctx.db, gameId);
  const kind = kinds.find(({ name }) => name.toLowerCase() === wanted);
  if (!kind) throw new AppError('card-not-found');
  const input = { targetId: target.id, gameId, kindId: kind.id, reason };
  const keyed = { userId: admin.id, key, request: { useCase: 'grant-card', input } };
  return runOnce(ctx, keyed, async (tx) => {
    // Looked at here: what was given once is answered again, whatever became of the account since.
    const { role, suspended } = await findModeratedAccount(tx, username, now);
    if (role === 'guest') {
      throw new AppError('guest-not-allowed', { text: 'A guest cannot be given a card.' });
    }
    if (suspended) throw new AppError('account-suspended');
    const [made] = await tx
      .insert(cards)
      .values({ ownerId: target.id, kindId: kind.id, gameId, origin: 'granted', createdAt: now })
      .returning({ id: cards.id });
    if (!made) throw new Error('A card was not written.');
    await appendToModerationLog(tx, {
      moderatorId: admin.id,
      act: 'grant-card',
      targetId: target.id,
      reason,
      details: { cardId: made.id, kindId: kind.id, gameId, card: kind.name, game },
      at: now,
    });
    return { gameId, card: kind };
  });
}
