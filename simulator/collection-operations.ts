import { randomUUID } from 'node:crypto';
import { cards, moderationLog } from '#database/schema.ts';
import { type CardKind, listCardKinds } from '#domain/card-sets/list-card-set.ts';
import { lockSetAgainstChanges } from '#domain/card-sets/lock-card-set.ts';
import { recordCompleteSets } from '#domain/collections/record-complete-sets.ts';
import { craftBadge } from '#domain/crafting/craft-badge.ts';
import { recycleCards } from '#domain/crafting/recycle-cards.ts';
import { runIdempotent } from '#domain/lib/idempotency.ts';
import { findModeratedAccount } from '#domain/moderation/accounts/find-moderated-account.ts';
import { collectionConstants } from '#shared/constants/collections.ts';
import { rarities } from '#shared/constants/rarity.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Account } from './model.ts';
import { type OperationContext, pick, runInTabs } from './operation-context.ts';
import type { OperationKind } from './operations.ts';
import { createAccountCtx, createRequestCtx } from './request-contexts.ts';
import { runUntilAnswered, submitForm } from './simulation-state.ts';

type CollectionOperationKind = Extract<OperationKind, 'craft' | 'recycle'>;

/** The operations of collectors. Before every second one, an admin grants the cards that are missing. */
export const collectionOperations: Record<
  CollectionOperationKind,
  (context: OperationContext) => Promise<unknown>
> = {
  async craft(context) {
    const { worker, operation, account, at } = context;
    const { gameId, game, kinds } = await chooseGame(context);
    // Three sets, so that simultaneous forms can choose different cards.
    if (operation.choice % 2 === 0) await grantAll(context, game, [...kinds, ...kinds, ...kinds]);
    const ctx = await createAccountCtx(worker, account, at);
    const { tabs } = operation;
    await runInTabs({ ...operation, tabs: tabs + 1 }, async () => {
      const crafted = await submitForm(
        worker,
        operation,
        (key) => craftBadge(ctx, { gameId, key }),
        (key) => craftBadge(ctx, { gameId, level: 5, key }),
      );
      if (!crafted) return;
      account.crafts += 1;
      if (gameId === worker.world.cardSetGameId) account.craftsOfEditedSet += 1;
      account.experience += crafted.experience;
      for (const { id } of kinds) forgetCard(account, gameId, id);
    });
    await runUntilAnswered(worker, 'settle sets', () => recordCompleteSets(ctx), operation.failure);
  },

  async recycle(context) {
    const { worker, operation, account, at } = context;
    const { gameId, game, kinds } = await chooseGame(context);
    const rarity = pick(rarities, operation.choice) ?? 'common';
    const [kind] = kinds.filter((one) => one.rarity === rarity);
    if (kind && operation.choice % 2 === 0) {
      const copies = Array.from({ length: collectionConstants.recycledCards + 1 }, () => kind);
      await grantAll(context, game, copies);
    }
    const ctx = await createAccountCtx(worker, account, at);
    await runInTabs(operation, async () => {
      const made = await submitForm(
        worker,
        operation,
        (key) => recycleCards(ctx, { gameId, rarity, key }),
        (key) => recycleCards(ctx, { gameId, rarity, shownOdds: 'others', key }),
      );
      if (!made) return;
      account.recyclings += 1;
      account.knownCards.push({ gameId, kindId: made.card.kindId });
    });
  },
};

async function chooseGame({ worker, operation }: OperationContext) {
  const { gameIds, gameNames } = worker.world;
  const index = operation.choice % gameIds.length;
  const gameId = gameIds[index] ?? 0;
  const kinds = await runUntilAnswered(worker, 'read set', () =>
    listCardKinds(worker.database.db, gameId),
  );
  return { gameId, game: gameNames[index] ?? '', kinds: kinds ?? [] };
}

/**
 * Gives the account of the operation these cards, all or none, as `grantCard` would one by one. That takes a dozen
 * statements for each card, a quarter of all that the simulation sent; the operation `grant` tests it.
 */
export async function grantAll(
  { worker, account, at }: OperationContext,
  game: string,
  kinds: readonly Pick<CardKind, 'name'>[],
): Promise<void> {
  const { moderator, gameIds, gameNames } = worker.world;
  const ctx = createRequestCtx(worker, moderator, at);
  const gameId = gameIds[gameNames.indexOf(game)] ?? 0;
  const names = kinds.map(({ name }) => name);
  const request = { useCase: 'grant-cards', input: { target: account.actor.id, gameId, names } };
  const keyed = { userId: moderator.id, key: randomUUID(), request };
  const granted = await runUntilAnswered(worker, 'grant cards', () =>
    runIdempotent(ctx, keyed, async (tx) => {
      const target = await findModeratedAccount(tx, account.actor.username, ctx.clock.now());
      if (target.role === 'guest' || target.suspended) throw new AppError('guest-not-allowed');
      await lockSetAgainstChanges(tx, gameId);
      const set = new Map((await listCardKinds(tx, gameId)).map(({ id, name }) => [name, id]));
      const kindIds = names.flatMap((name) => set.get(name) ?? []);
      if (kindIds.length === 0) throw new AppError('card-not-found');
      const createdAt = ctx.clock.now();
      const created = await tx
        .insert(cards)
        .values(
          kindIds.map((kindId) => ({
            ownerId: target.id,
            kindId,
            gameId,
            origin: 'granted' as const,
            createdAt,
          })),
        )
        .returning({ cardId: cards.id, kindId: cards.kindId });
      await tx.insert(moderationLog).values(
        created.map(({ cardId, kindId }) => ({
          moderatorId: moderator.id,
          act: 'grant-card' as const,
          targetId: target.id,
          reason: 'For the set.',
          details: { cardId, kindId, gameId },
          at: createdAt,
        })),
      );
      return { kindIds };
    }),
  );
  if (!granted) return;
  account.grants += granted.kindIds.length;
  for (const kindId of granted.kindIds) account.knownCards.push({ gameId, kindId });
}

function forgetCard({ knownCards }: Account, gameId: number, kindId: string): void {
  const place = knownCards.findIndex((card) => card.gameId === gameId && card.kindId === kindId);
  if (place >= 0) knownCards.splice(place, 1);
}
