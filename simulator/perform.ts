import { createGuest } from '#domain/accounts/registration/create-guest.ts';
import { register } from '#domain/accounts/registration/register.ts';
import { awardCard } from '#domain/gameplay/award-card.ts';
import { startPlaySession } from '#domain/gameplay/start-session.ts';
import { buyGame } from '#domain/library/buy-game.ts';
import { addMoney } from '#domain/wallet/add-money.ts';
import { claimDailyReward } from '#domain/wallet/claim-daily-reward.ts';
import { registerInput } from '#shared/schemas/accounts.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { enter, requestAs, requestOf } from './entry-points.ts';
import { guestsOf, runMaintenance } from './maintenance.ts';
import { addAccount } from './model.ts';
import type { Kind, Operation } from './operations.ts';
import { inTabs, pick, type Scene } from './setup.ts';
import { trade } from './trade.ts';
import { attempt, count, rules, send, type Worker } from './world.ts';

type Do = (scene: Scene) => Promise<unknown>;

const hourMs = 60 * 60 * 1000;

const deeds: Record<Kind, Do> = {
  async register({ worker, at }) {
    const actor = await attempt(worker, 'register', () => newPlayer(worker, at));
    if (actor) addAccount(worker.world.model, actor);
  },

  async guest({ worker, at }) {
    const ctx = requestAs(worker, null, at);
    const made = await attempt(worker, 'guest', async () => {
      const cookie = await createGuest(ctx);
      return { cookie, actor: await enter(ctx, cookie) };
    });
    if (made) addAccount(worker.world.model, made.actor, { cookie: made.cookie });
  },

  // A guest who has just come: rewarded, it buys its first game and plays.
  async 'guest-plays'({ worker, operation, at }) {
    const account = pick(guestsOf(worker.world.model), operation.what);
    if (!account) return count(worker.world.done, 'guest-plays: nobody to');
    const asGuest = { worker, operation, account, at };
    if (account.rewards === 0) await deeds['claim-reward'](asGuest);
    if (account.games.size === 0) await deeds['buy-game'](asGuest);
    await deeds.play(asGuest);
  },

  async upgrade({ worker, operation, at }) {
    const guest = pick(guestsOf(worker.world.model), operation.what);
    if (!guest) return count(worker.world.done, 'upgrade: nobody to');
    const ctx = await requestOf(worker, guest, at);
    if (!ctx.actor) return count(worker.world.done, 'upgrade: gone');
    const input = newcomerInput(worker);
    const cookie = await attempt(worker, 'upgrade', () => register(ctx, input), operation.trouble);
    // Without the answer the next request finds out, and logs in.
    if (cookie) guest.cookie = cookie;
  },

  async 'add-money'({ worker, operation, account, at }) {
    const ctx = await requestOf(worker, account, at);
    // Most add what makes them buy for a while; some add what is no amount to add.
    const amount = operation.what % 16 === 0 ? operation.cents : 1_00 + (operation.what % 199_00);
    await inTabs(operation, async () => {
      const added = await send(
        worker,
        operation,
        (key) => addMoney(ctx, { amount, key }),
        (key) => addMoney(ctx, { amount: amount + 1, key }),
      );
      if (added) account.topUps += added.amount;
    });
  },

  async 'claim-reward'({ worker, operation, account, at }) {
    const ctx = await requestOf(worker, account, at);
    await inTabs(operation, async () => {
      const claimed = await send(worker, operation, (key) => claimDailyReward(ctx, { key }));
      if (claimed) account.rewards += claimed.amount;
    });
  },

  async 'buy-game'({ worker, operation, account, at }) {
    const { gameIds, model } = worker.world;
    const gameId = pick(gameIds, operation.what) ?? 0;
    const ctx = await requestOf(worker, account, at);
    await inTabs(operation, async () => {
      const bought = await send(
        worker,
        operation,
        (key) => buyGame(ctx, { gameId, key }),
        (key) => buyGame(ctx, { gameId: gameIds.find((id) => id !== gameId) ?? 0, key }),
      );
      if (!bought) return;
      if (account.games.has(gameId)) model.faults.push(`game ${gameId} was bought twice by one`);
      account.games.add(gameId);
    });
  },

  async play({ worker, operation, account, at }) {
    const { world } = worker;
    const gameId = pick([...account.games], operation.what);
    if (gameId === undefined) return count(world.done, 'play: nothing to');
    const start = await requestOf(worker, account, at);
    await attempt(worker, 'start', () => startPlaySession(start, { gameId }));
    // Some ask before the cycle is over.
    const later = at + (operation.what % 8 === 0 ? rules.playCycleMs / 2 : rules.playCycleMs);
    world.time = Math.max(world.time, later);
    const ctx = await requestOf(worker, account, later);
    await inTabs(operation, async () => {
      const awarded = await send(worker, { ...operation, kind: 'play' }, (key) =>
        awardCard(ctx, { gameId, key }),
      );
      if (!awarded) return;
      account.awards += 1;
      account.hand.push({ gameId, kindId: awarded.card.id });
    });
  },

  async wait({ worker, operation }) {
    worker.world.time += (1 + (operation.what % 6)) * hourMs;
  },

  ...trade,
  ...runMaintenance,
};

/** Does an operation, as whoever it is about by now. */
export async function perform(worker: Worker, operation: Operation): Promise<void> {
  const { world } = worker;
  world.time += 200;
  const account = pick(world.model.present, operation.who);
  if (!account) throw new Error('There is nobody to do anything.');
  await deeds[operation.kind]({ worker, operation, account, at: world.time });
}

/** Players who have been here for long, and have something to spend. */
export async function populate(worker: Worker, players: number): Promise<void> {
  const { world, database } = worker;
  for (let number = 0; number < players; number += 1) {
    const balance = 100_00;
    const actor = await createPlayer(database.db, { balance, username: `Elder${number}` });
    addAccount(world.model, actor, { topUps: balance });
  }
}

function newcomerInput({ world }: Worker) {
  world.newcomers += 1;
  const username = `Newcomer${world.newcomers}`;
  const email = `${username}@example.com`;
  return registerInput.parse({ username, email, password: 'not a secret' });
}

async function newPlayer(worker: Worker, at: number) {
  const { db } = worker.database;
  const input = newcomerInput(worker);
  const ctx = requestAs(worker, null, at);
  await register(ctx, input);
  const user = await db.query.users.findFirst({
    where: (table, { eq }) => eq(table.username, input.username.toLowerCase()),
  });
  if (!user) throw new Error('The account that was just registered is not there.');
  const { id, name, profilePic, role, registeredAt } = user;
  const sessionId = 'none';
  const rest = { balance: 0, rewardClaimed: false, sessionId };
  return { id, username: input.username, name, profilePic, role, registeredAt, ...rest };
}
