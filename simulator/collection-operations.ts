import { type CardKind, listCardKinds } from '#domain/card-sets/list-card-set.ts';
import { recordCompleteSets } from '#domain/collections/record-complete-sets.ts';
import { craftBadge } from '#domain/crafting/craft-badge.ts';
import { recycleCards } from '#domain/crafting/recycle-cards.ts';
import { grantCard } from '#domain/moderation/accounts/grant-card.ts';
import { collectionConstants } from '#shared/constants/collections.ts';
import { rarities } from '#shared/constants/rarity.ts';
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

/** An admin grants the account of the operation these cards. */
export async function grantAll(
  { worker, account, operation, at }: OperationContext,
  game: string,
  kinds: readonly Pick<CardKind, 'name'>[],
): Promise<void> {
  const ctx = createRequestCtx(worker, worker.world.moderator, at);
  const { username } = account.actor;
  for (const { name: card } of kinds) {
    const granted = await submitForm(
      worker,
      { ...operation, kind: 'grant', failure: null },
      (key) => grantCard(ctx, { username, game, card, reason: 'For the set.', key }),
    );
    if (!granted) return;
    account.grants += 1;
    account.knownCards.push({ gameId: granted.gameId, kindId: granted.card.id });
  }
}

function forgetCard({ knownCards }: Account, gameId: number, kindId: string): void {
  const place = knownCards.findIndex((card) => card.gameId === gameId && card.kindId === kindId);
  if (place >= 0) knownCards.splice(place, 1);
}
