import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { moderationLog } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createCardSets,
  createGame,
  createPlayer,
  createTestCtx,
  findLedgerViolations,
} from '#test/fixtures/factories.ts';
import { listHeldCards } from '../../inventory/list-held-cards.ts';
import { suspendAccount } from '../suspension/suspend-account.ts';
import { grantCard } from './grant-card.ts';

const database = useDatabase();
beforeAll(() => createCardSets(database.db));

async function createGrantForm() {
  const { db } = database;
  const ctx = { ...createTestCtx(db), actor: await createPlayer(db, { role: 'admin' }) };
  const player = await createPlayer(db);
  const game = await createGame(db);
  const form = {
    username: player.username,
    game: game.name,
    card: 'CROWN',
    reason: 'Won our tournament.',
    key: randomUUID(),
  };
  return { db, ctx, player, game, form };
}

test('a granted card exists once, with its reason in the log', async () => {
  const { db, ctx, player, game, form } = await createGrantForm();
  const granted = { gameId: game.id, card: expect.objectContaining({ name: 'Crown' }) };
  const results = await Promise.all([1, 2, 3].map(() => grantCard(ctx, form)));
  expect(results).toEqual([granted, granted, granted]);
  expect(await listHeldCards(ctx, player.id)).toEqual([
    { gameName: game.name, cards: [expect.objectContaining({ name: 'Crown' })] },
  ]);
  const [entry, ...more] = await db.select().from(moderationLog);
  expect(more).toEqual([]);
  expect(entry).toMatchObject({
    moderatorId: ctx.actor.id,
    act: 'grant-card',
    targetId: player.id,
    reason: 'Won our tournament.',
    details: { card: 'Crown', game: game.name },
  });
  expect(await findLedgerViolations(db)).toEqual([]);
});

test('an unknown card, game or player and a suspended player are rejected', async () => {
  const { ctx, form } = await createGrantForm();
  const grant = (change: Partial<typeof form>) =>
    grantCard(ctx, { ...form, key: randomUUID(), ...change });
  await expect(grant({ card: 'Ace' })).rejects.toMatchObject({ code: 'card-not-found' });
  await expect(grant({ game: 'Nothing' })).rejects.toMatchObject({ code: 'game-not-found' });
  await expect(grant({ username: 'nobody' })).rejects.toMatchObject({ code: 'user-not-found' });
  await suspendAccount(ctx, { username: form.username, reason: 'Spam.', days: 1 });
  await expect(grant({})).rejects.toMatchObject({ code: 'account-suspended' });
});
