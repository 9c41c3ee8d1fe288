import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { collectorTotals, preferences, users } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createCard,
  createCardSets,
  createGame,
  createPlayer,
  createTestCtx,
} from '#test/fixtures/factories.ts';
import { befriend } from '#test/fixtures/friends.ts';
import type { Actor } from '../actor.ts';
import { listCardKinds } from '../card-sets/list-card-set.ts';
import { craftBadge } from '../crafting/craft-badge.ts';
import { getProfileStyle, listShowcaseItems, saveShowcase } from '../profiles/showcase.ts';
import { listCollectors } from './list-collectors.ts';

const database = useDatabase();
const as = (actor: Actor | null) => createTestCtx(database.db, { actor });
const everybody = { by: 'level', since: 'ever', who: 'all', page: 1 } as const;

beforeAll(() => createCardSets(database.db));

async function createCollector(experience: number, sets = 0, month = 'ever') {
  const player = await createPlayer(database.db);
  await database.db
    .insert(collectorTotals)
    .values({ userId: player.id, month, experience, completedSets: sets });
  return player;
}

it('orders collectors by experience or sets, and leaves out those that must not be shown', async () => {
  const [first, second, third] = [
    await createCollector(900, 1),
    await createCollector(300, 5),
    await createCollector(100, 0),
  ];
  const hidden = await createCollector(5_000, 50);
  const suspended = await createCollector(5_000, 50);
  const deleted = await createCollector(5_000, 50);
  await createCollector(7_000, 70, '2026-02');
  const { db } = database;
  await db
    .insert(preferences)
    .values({ userId: hidden.id, isInLeaderboards: false, updatedAt: new Date() });
  await db.update(users).set({ banned: true }).where(eq(users.id, suspended.id));
  await db.update(users).set({ role: 'guest' }).where(eq(users.id, deleted.id));

  const shown = async (actor: Actor | null, change = {}) => {
    const { collectors, own } = await listCollectors(as(actor), { ...everybody, ...change });
    return { names: collectors.map(({ username }) => username), own };
  };
  const byExperience = [first, second, third].map(({ username }) => username);
  expect(await shown(third)).toEqual({ names: byExperience, own: 3 });
  expect(await shown(null)).toEqual({ names: byExperience, own: null });
  expect(await shown(first, { by: 'sets' })).toEqual({
    names: [second.username, first.username],
    own: 2,
  });
  expect(await shown(hidden)).toEqual({ names: byExperience, own: null });
  expect(await shown(first, { since: 'month' })).toEqual({ names: [], own: null });
  await befriend(db, first.id, third.id);
  expect(await shown(third, { who: 'friends' })).toEqual({
    names: [first.username, third.username],
    own: 2,
  });
  expect((await listCollectors(as(first), everybody)).collectors[0]).toMatchObject({
    position: 1,
    level: 3,
    isReader: true,
  });
});

it('shows on a profile what the player has chosen and still has', async () => {
  const player = await createPlayer(database.db);
  const { id: gameId } = await createGame(database.db);
  const kinds = await listCardKinds(database.db, gameId);
  for (const { id: kindId } of [...kinds, ...kinds.slice(0, 1)])
    await createCard(database.db, { ownerId: player.id, gameId, kindId });
  const [first, second] = kinds.map(({ id }) => id);
  const plain = { frame: null, color: null };
  const items = [
    { gameId, kindId: second ?? '' },
    { gameId, kindId: first ?? '' },
    { gameId, kindId: second ?? '' },
  ];
  await saveShowcase(as(player), { items, ...plain });
  const kindsShown = async () =>
    (await listShowcaseItems(as(player), player.id)).map(({ kindId, level }) => kindId ?? level);
  expect(await kindsShown()).toEqual([second, first]);

  const badge = { gameId, kindId: null };
  await expect(saveShowcase(as(player), { items: [badge], ...plain })).rejects.toMatchObject({
    code: 'card-not-found',
  });
  await expect(
    saveShowcase(as(player), { items: [], frame: 'slate', color: null }),
  ).rejects.toMatchObject({ code: 'style-locked' });
  await craftBadge(as(player), { gameId, key: randomUUID() });
  // The second card was used up, of the first one a copy is left.
  expect(await kindsShown()).toEqual([first]);
  await saveShowcase(as(player), {
    items: [badge, { gameId, kindId: first ?? '' }],
    frame: 'slate',
    color: null,
  });
  expect(await kindsShown()).toEqual([1, first]);
  expect(await getProfileStyle(as(player), player.id)).toEqual({ frame: 'slate', color: null });
});
