import { createGuest } from '#domain/accounts/registration/create-guest.ts';
import { register } from '#domain/accounts/registration/register.ts';
import { awardCard } from '#domain/gameplay/award-card.ts';
import { startPlaySession } from '#domain/gameplay/start-play-session.ts';
import { claimDailyReward } from '#domain/wallet/claim-daily-reward.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { adminMoneyOperations } from './admin-money-operations.ts';
import { buyGameOf } from './buy-game-of.ts';
import { cardSetOperations } from './card-set-operations.ts';
import { codeOperations } from './code-operations.ts';
import { collectionOperations } from './collection-operations.ts';
import { hidingOperations } from './hiding-operations.ts';
import { keyOperations } from './key-operations.ts';
import { guestsOf, maintenanceOperations } from './maintenance-operations.ts';
import { marketOperations } from './market-operations.ts';
import { addAccount } from './model.ts';
import { createRegisterInput, registerNewPlayer, topUp } from './new-accounts.ts';
import { newcomerOperations } from './newcomer-operations.ts';
import { type OperationContext, pick, runInTabs } from './operation-context.ts';
import type { Operation, OperationKind } from './operations.ts';
import { orderOperations } from './order-operations.ts';
import { priceOperations } from './price-operations.ts';
import { createAccountCtx, createRequestCtx, readActorOfSession } from './request-contexts.ts';
import { count, rules, runUntilAnswered, submitForm, type Worker } from './simulation-state.ts';
import { tradeOperations } from './trade-operations.ts';

type Performer = (context: OperationContext) => Promise<unknown>;

const hourMs = 60 * 60 * 1000;

const performers: Record<OperationKind, Performer> = {
  async register({ worker, at }) {
    await registerNewPlayer(worker, at);
  },

  async guest({ worker, at }) {
    const ctx = createRequestCtx(worker, null, at);
    const created = await runUntilAnswered(worker, 'guest', async () => {
      const cookie = await createGuest(ctx);
      return { cookie, actor: await readActorOfSession(ctx, cookie) };
    });
    if (created) addAccount(worker.world.model, created.actor, { cookie: created.cookie });
  },

  // A new guest claims the daily reward, buys its first game and plays.
  async 'guest-plays'({ worker, operation, at }) {
    const account = pick(guestsOf(worker.world.model), operation.choice);
    if (!account) return count(worker.world.done, 'guest-plays: no account available');
    const asGuest = { worker, operation, account, at };
    if (account.rewards === 0) await performers['claim-reward'](asGuest);
    if (account.games.size === 0) await performers['buy-game'](asGuest);
    await performers.play(asGuest);
  },

  async upgrade({ worker, operation, at }) {
    const guest = pick(guestsOf(worker.world.model), operation.choice);
    if (!guest) return count(worker.world.done, 'upgrade: no account available');
    const ctx = await createAccountCtx(worker, guest, at);
    if (!ctx.actor) return count(worker.world.done, 'upgrade: session ended');
    const input = createRegisterInput(worker);
    const cookie = await runUntilAnswered(
      worker,
      'upgrade',
      () => register(ctx, input),
      operation.failure,
    );
    // If the answer was lost, the next request logs in.
    if (cookie) guest.cookie = cookie;
  },

  async 'add-money'(context) {
    const { operation } = context;
    // Most top-ups are valid amounts; one in sixteen can be invalid.
    const amount =
      operation.choice % 16 === 0 ? operation.cents : 1_00 + (operation.choice % 199_00);
    await topUp(context, amount);
  },

  async 'claim-reward'({ worker, operation, account, at }) {
    const ctx = await createAccountCtx(worker, account, at);
    await runInTabs(operation, async () => {
      const claimed = await submitForm(worker, operation, (key) => claimDailyReward(ctx, { key }));
      if (claimed) account.rewards += claimed.amount;
    });
  },

  async 'buy-game'(context) {
    const { worker, operation } = context;
    await buyGameOf(context, pick(worker.world.gameIds, operation.choice) ?? 0);
  },

  async play({ worker, operation, account, at }) {
    const { world } = worker;
    const gameId = pick([...account.games], operation.choice);
    if (gameId === undefined) return count(world.done, 'play: nothing available');
    const start = await createAccountCtx(worker, account, at);
    await runUntilAnswered(worker, 'start', () => startPlaySession(start, { gameId }));
    // One in eight claims the card before the cycle ends.
    const later = at + (operation.choice % 8 === 0 ? rules.playCycleMs / 2 : rules.playCycleMs);
    world.time = Math.max(world.time, later);
    const ctx = await createAccountCtx(worker, account, later);
    await runInTabs(operation, async () => {
      const awarded = await submitForm(worker, { ...operation, kind: 'play' }, (key) =>
        awardCard(ctx, { gameId, key }),
      );
      if (!awarded) return;
      account.awards += 1;
      account.knownCards.push({ gameId, kindId: awarded.card.id });
    });
  },

  async wait({ worker, operation }) {
    // Some hours, sometimes days, so that orders end.
    const hours = operation.choice % 5 < 2 ? 11 * 24 : 1 + (operation.choice % 6);
    worker.world.time += hours * hourMs;
    count(worker.world.done, 'wait: done');
  },

  ...marketOperations,
  ...newcomerOperations,
  ...orderOperations,
  ...collectionOperations,
  ...tradeOperations,
  ...adminMoneyOperations,
  ...codeOperations,
  ...maintenanceOperations,
  ...priceOperations,
  ...keyOperations,
  ...cardSetOperations,
  ...hidingOperations,
};

/** Runs an operation for the account that its number selects. */
export async function performOperation(worker: Worker, operation: Operation): Promise<void> {
  const { world } = worker;
  world.time += 200;
  const account = pick(world.model.present, operation.account);
  if (!account) throw new Error('There is no account for the operation.');
  const at = world.time;
  await performers[operation.kind]({ worker, operation, account, at });
  if (operation.kind !== 'wait') world.longestMs = Math.max(world.longestMs, world.time - at);
}

/** Creates the initial players, registered long ago, with 100.00 each. */
export async function createPlayers(worker: Worker, players: number): Promise<void> {
  const { world, database } = worker;
  for (let number = 0; number < players; number += 1) {
    const balance = 100_00;
    const actor = await createPlayer(database.db, { balance, username: `Initial${number}` });
    addAccount(world.model, actor, { topUps: balance });
  }
}
